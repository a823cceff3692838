//! Native stack for recursion over boxes.
//!
//! A page can nest its boxes over a thousand levels deep, and a level of grid layout takes 24 KiB in a debug build, while a
//! thread has 2 MiB unless its owner asked for more. Recursion over boxes therefore goes through [`with_room`], which
//! continues on a new segment of stack before the current one runs out, on the caller's thread. Where stacks
//! cannot be switched it only calls.

/// Limit: the stack that one level (from one call of [`with_room`] to the next) may use, bytes: five times the most that
/// was measured in a debug build.
const RED_ZONE: usize = 128 << 10;

/// Size of a segment, bytes. Only touched pages become memory.
const SEGMENT: usize = 4 << 20;

/// Runs one level of a recursion over boxes; the caller guards its depth.
pub(crate) fn with_room<R>(level: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, SEGMENT, level)
}

/// Runs a whole layout, on a segment of its own unless about as much is left: where a thread has little, each deep branch of
/// a page would begin a segment, and end it.
pub(crate) fn with_segment<R>(layout: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(SEGMENT / 4 * 3, SEGMENT, layout)
}

#[cfg(test)]
mod tests {
    use super::with_room;

    /// Recurses this many levels of 4 KiB each, and panics at the bottom.
    fn descend(levels: usize) -> usize {
        let frame = [levels; 512];
        if levels == 0 {
            std::panic::panic_any("the bottom");
        }
        with_room(|| descend(levels - 1)) + frame[levels % 512]
    }

    #[test]
    fn stack_suffices_for_any_depth_and_lets_panics_through() {
        let panic = std::panic::catch_unwind(|| descend(5000)).expect_err("it panics");
        assert_eq!(panic.downcast_ref(), Some(&"the bottom"), "the payload arrives");
    }
}
