//! Writing commits into a store ahead of the timeline that will have them, from another thread.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use retrace_core::persist::Vector;
use retrace_store::{Ahead, Replay, StoreError};

use super::log::{Counted, chain, in_file};
use crate::session::{Commit, Progress, SessionError};

/// A way to write the commits of a timeline that is to be into the store of a session, from another thread.
pub struct WriteAhead {
    pub(in crate::session) ahead: Ahead,
    pub(in crate::session) folder: PathBuf,
}

impl WriteAhead {
    /// Writes the commits of a replay, and reads them.
    ///
    /// # Errors
    /// Those of writing, [`SessionError::Cancelled`].
    pub(in crate::session) fn write(
        &self,
        replay: &Replay,
        progress: &Progress,
    ) -> Result<Vector<Arc<Commit>>, SessionError> {
        let in_store = |error: StoreError| in_file(&self.folder, &error);
        self.ahead.put(replay, &mut progress.part(0.0, 0.4).watch()).map_err(in_store)?;
        let part = progress.part(0.4, 0.8);
        let mut counted = Counted::of(&part, replay.commits.len());
        let commits = chain(self.ahead.commits(replay.tip()), &mut HashMap::new(), &mut counted).map_err(in_store)?;
        self.ahead.keep_snapshots(replay.tip(), &mut progress.part(0.8, 1.0).watch()).map_err(in_store)?;
        Ok(commits)
    }
}
