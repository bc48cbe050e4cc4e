//! Words of the command line in messages: what was wanted, what was given, and what was probably meant.

use crate::Failure;
use std::ffi::OsStr;

/// Returns the failure for a value that an option or a variable does not accept.
pub(crate) fn wants(name: &str, wanted: &str, given: &OsStr) -> Failure {
    Failure::Value(format!("{name} wants {wanted}, got {:?}", given.to_string_lossy()))
}

/// Returns the end of a message that names the nearest of the accepted words; nothing if all are far.
pub(crate) fn meant<'word>(given: &str, words: impl IntoIterator<Item = &'word str>) -> String {
    nearest(given, words).map_or_else(String::new, |word| format!("; did you mean {word:?}?"))
}

/// Returns the word that is nearest to a misspelt one; `None` if each differs in more than a third of its letters.
pub(crate) fn nearest<'word>(misspelt: &str, words: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    let most = (misspelt.trim_start_matches('-').chars().count() / 3).max(1);
    let distances = words.into_iter().map(|word| (distance(misspelt, word), word));
    distances.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// Returns the number of letters to insert, to remove, to replace, or to exchange with their neighbours, that make one word the other.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // The distances of the beginnings of one word, of each length, from those of the other.
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for (at, letter) in one.iter().enumerate() {
        let mut row = vec![at + 1];
        for (to, with) in other.iter().enumerate() {
            let replaced = rows[at][to] + usize::from(letter != with);
            let mut least = replaced.min(rows[at][to + 1] + 1).min(row[to] + 1);
            if at > 0 && to > 0 && one[at - 1] == *with && other[to - 1] == *letter {
                least = least.min(rows[at - 1][to - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_one_that_differs_in_few_letters() {
        let commands = ["run", "check", "compare", "top"];
        assert_eq!(["rnu", "chekc", "compair", "topp"].map(|word| nearest(word, commands)), commands.map(Some));
        assert_eq!(["frob", "", "x", "installation"].map(|word| nearest(word, commands)), [None; 4]);
        assert_eq!(nearest("--max-drws", ["--max-draws", "--max-links"]), Some("--max-draws"));
        assert_eq!((distance("", "abc"), distance("abc", "abc"), distance("ab", "ba"), distance("kitten", "sitting")), (3, 0, 1, 3));
    }
}
