/**
 * How much work one guess at a passphrase or password costs, in what we write: each of these figures stands in the file or
 * the hash itself, and reading follows what stands there. Tests of other things lower them; no setting of an operator does.
 */
export const writtenWork = {
  /** PBKDF2 with SHA-256, as OWASP recommends. */
  pbkdf2Iterations: 600_000,
  /** PKCS#12's own derivation, for the MAC. A guess is tried at the weakest place: as many as for the key. */
  pkcs12MacIterations: 600_000,
  /** The same in files for old readers: what Java wrote by default for years, so that every reader allows it. */
  legacyPkcs12Iterations: 50_000,
  /** OpenSSH key files, as ssh-keygen of today. */
  bcryptRounds: 24,
  /** Passwords by argon2id, OWASP's first choice: memory in KiB, passes, lanes. */
  passwords: { memory: 47_104, passes: 1, parallelism: 1 },
}
