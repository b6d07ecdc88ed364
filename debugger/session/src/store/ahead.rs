//! Writes commits into a store from another thread, before the timeline that will hold them exists.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrace_core::persist::Vector;
use retrace_store::{Ahead, Replay, StoreError};

use super::log::{CommitCounter, chain, in_file, of_taking};
use crate::{Commit, Progress, SessionError};

/// Writes the commits of a future timeline into a session's store, from another thread.
pub(crate) struct WriteAhead {
    pub(crate) ahead: Ahead,
    pub(crate) folder: PathBuf,
}

impl WriteAhead {
    /// Writes the commits of a replay that comes from a file, and reads them back.
    ///
    /// # Errors
    /// If writing fails; [`SessionError::Cancelled`].
    pub(crate) fn write(
        &self,
        replay: &Replay,
        file: &Path,
        progress: &Progress,
    ) -> Result<Vector<Arc<Commit>>, SessionError> {
        let in_store = |error: StoreError| in_file(&self.folder, &error);
        let put = self.ahead.put(replay, &mut progress.part(0.0, 0.4).watch());
        put.map_err(|error| of_taking(&self.folder, file, &error))?;
        let part = progress.part(0.4, 0.8);
        let mut counted = CommitCounter::of(&part, replay.commits.len());
        let commits = chain(self.ahead.commits(replay.tip()), &mut HashMap::new(), &mut counted).map_err(in_store)?;
        self.ahead.keep_snapshots(replay.tip(), &mut progress.part(0.8, 1.0).watch()).map_err(in_store)?;
        Ok(commits)
    }
}
