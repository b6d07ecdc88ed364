//! Keyword actions that stand for other instructions (CR 701).

use crate::card::action::KeywordAction;
use crate::card::verb;
use crate::fact::frame::Cursor;
use crate::fact::{Frame, ResolveFrame};

use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;

/// Those that begin the instructions that they stand for, as a list within the list.
macro_rules! followed {
    ($($verb:ident),+ $(,)?) => {$(
        impl Verb for verb::$verb {
            fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
                let mut now = frame.clone();
                now.cursor.push(Cursor::default());
                work.change(self.rule(), Frame::Resolve(Box::new(now)));
            }
        }
    )+};
}

followed!(Detain, Monstrosity, Support, Investigate, Goad, Amass, Learn);
