// What is written under a passphrase or as a password costs next to nothing to open. Loaded by `--import` into threads and
// into products of tests, and by node-setup.ts; tests of the real work are named there.
import { writtenWork } from '#crypto/written-work.ts'

export const realWork = structuredClone(writtenWork)

export const littleWork: typeof writtenWork = {
  pbkdf2Iterations: 1_000,
  pkcs12MacIterations: 1_000,
  legacyPkcs12Iterations: 1_000,
  bcryptRounds: 1,
  passwords: { memory: 1_024, passes: 1, parallelism: 1 },
}
Object.assign(writtenWork, littleWork)
