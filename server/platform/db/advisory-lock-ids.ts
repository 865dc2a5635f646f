/**
 * The ids of PostgreSQL's advisory locks that processes of an installation take. An id is never used for
 * another lock: processes of two versions can run at the same time during an upgrade.
 */
export const advisoryLockIds = {
  /**
   * Every process holds it in shared mode while it uses the embedded server. A process that gets it in
   * exclusive mode is the last user and may stop the server. A killed process loses the lock with its
   * connection.
   */
  embeddedServer: 7_012_026_001,
  /** Held by the process that migrates. */
  migration: 7_012_026_002,
  /** Held by the process that writes a backup. */
  backup: 7_012_026_003,
  /** Held by the process that adds or removes the demo content. */
  demoContent: 7_012_026_004,
  /** Held by the process that computes the hashes of values with the current key. */
  hashes: 7_012_026_005,
  /** Held by the transaction that takes a receipt number for a demo payment. */
  demoReceipt: 7_012_026_009,
  /** Held by the process that starts or completes the score logs of an existing installation. */
  scoreLogs: 7_012_026_010,
  /** Held by the process that fills a new database. */
  baseData: 7_012_026_011,
} as const
