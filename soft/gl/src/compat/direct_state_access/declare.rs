//! Declarations of commands that act as others do, on what their arguments name.

/// Declares commands as [`commands!`](crate::dispatch::commands) does. The handler of each calls, within a function of
/// [`scope`](super::scope), the handler of a command that acts on what is bound:
///
/// ```text
/// commands_within! {
///     fn glTextureParameteriEXT(texture: u32, target: u32, name: u32, value: i32)
///         => on_texture(texture, target): parameters::set_integer(target, name, value);
/// }
/// ```
macro_rules! commands_within {
    ($($(#[$flag:ident])* fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $(-> $result:ty)? $([$count:expr])?
        => $scope:ident($($of:expr),*): $($handler:ident)::+($($value:expr),*);)*
        $(alias $alias:ident = $target:ident;)*) => {
        $crate::dispatch::commands! {
            $($(#[$flag])* fn $name($($argument: $ty),*) $(-> $result)? $([$count])?
                => |context| $scope(context, $($of,)* |context| $($handler)::+(context, $($value),*));)*
            $(alias $alias = $target;)*
        }
    };
}

pub(super) use commands_within;
