#!/bin/sh
# Installs glmeter from this folder below a prefix. For /usr/local run it as root; a folder of your own needs no root.
#
#   ./install.sh [--prefix FOLDER]     FOLDER is /usr/local unless you name another
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=/usr/local

fail() {
    printf 'install.sh: %s\n' "$*" >&2
    exit 1
}

case $# in
    0) ;;
    2) [ "$1" = --prefix ] || fail "unknown option $1. Use: ./install.sh [--prefix FOLDER]"; prefix=$2 ;;
    *) fail "Use: ./install.sh [--prefix FOLDER]" ;;
esac
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
uninstall=$prefix/share/glmeter/uninstall

# A version that is there goes first, with the folders that it made.
if [ -x "$uninstall" ]; then "$uninstall" >/dev/null; fi

# What will be installed, from a trial elsewhere, to know which folders are new.
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT
"$here/glmeter" install --prefix "$prefix" --destdir "$trial" >/dev/null
folders=$(cd "$trial" && find . -depth -type d | sed 's/^\.//' | while read -r folder; do [ -d "$folder/" ] || echo "$folder"; done)
files=$(cd "$trial" && find . ! -type d | sed 's/^\.//')

if ! mkdir -p "$prefix" 2>/dev/null || [ ! -w "$prefix" ]; then
    fail "$prefix is not writable: run this as root, or name a folder of your own with --prefix"
fi
"$here/glmeter" install --prefix "$prefix" >/dev/null
cp "$here/licences.txt" "$prefix/share/doc/glmeter/"
cat >"$uninstall" <<END
#!/bin/sh
# Removes what install.sh installed below $prefix: files, then the folders that were new and are empty.
set -eu
while read -r file; do rm -f "\$file"; done <<'FILES'
$files
$prefix/share/doc/glmeter/licences.txt
$uninstall
FILES
while read -r folder; do if [ -n "\$folder" ]; then rmdir "\$folder" 2>/dev/null || :; fi; done <<'FOLDERS'
$folders
FOLDERS
if [ "\$(id -u)" = 0 ]; then ldconfig; fi
echo "glmeter is removed from $prefix"
END
chmod +x "$uninstall"
if [ "$(id -u)" = 0 ]; then ldconfig; fi
echo "$("$here/glmeter" --version) is installed below $prefix. Try: $prefix/bin/glmeter demo"
echo "To remove it: $uninstall"
