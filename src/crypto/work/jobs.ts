import type * as Pgp from '#crypto/pgp/pgp-key.ts'
import type * as Ssh from '#crypto/ssh/ssh-key.ts'

/**
 * Everything that runs in the worker pool. Each group of modules is loaded by the first job that needs it, so that a thread
 * that makes SSH keys does not carry the certificate libraries.
 */
export const jobs = {
  createSshKey: async (...input: Parameters<typeof Ssh.createSshKey>) => (await ssh()).createSshKey(...input),
  openSshKey: async (...input: Parameters<typeof Ssh.openSshKey>) => (await ssh()).openSshKey(...input),
  rewriteSshKey: async (...input: Parameters<typeof Ssh.rewriteSshKey>) => (await ssh()).rewriteSshKey(...input),
  createPgpKey: async (...input: Parameters<typeof Pgp.createPgpKey>) => (await pgp()).createPgpKey(...input),
  openPgpKey: async (...input: Parameters<typeof Pgp.openPgpKey>) => (await pgp()).openPgpKey(...input),
}

export type Jobs = typeof jobs

const ssh = () => import('#crypto/ssh/ssh-key.ts')
const pgp = () => import('#crypto/pgp/pgp-key.ts')
