pub fn commands() -> Vec<crate::gl::entry::Command> {
    Vec::new()
}
