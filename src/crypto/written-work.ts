/**
 * Key derivation cost for written files and password hashes. The parameters are stored with them, and readers use the
 * stored ones. Not configurable; only tests of other features lower them.
 */
export const writtenWork = {
  /** PBKDF2 with SHA-256, as OWASP recommends. */
  pbkdf2Iterations: 600_000,
  /** PKCS#12's own derivation, for the MAC. As many as for the key, since attackers choose the weaker target. */
  pkcs12MacIterations: 600_000,
  /** The same for legacy readers: Java's former default, which every reader accepts. */
  legacyPkcs12Iterations: 50_000,
  /** OpenSSH key files: current default of ssh-keygen. */
  bcryptRounds: 24,
  /** Passwords with Argon2id, OWASP's first recommendation: memory in KiB, passes, lanes. */
  passwords: { memory: 47_104, passes: 1, parallelism: 1 },
}
