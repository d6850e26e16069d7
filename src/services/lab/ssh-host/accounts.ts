import { posix } from 'node:path'

/** An account of the host. They exist in this table only, not on the machine that the host runs on. */
export interface Account {
  name: string
  uid: number
  home: string
  shell: string
}

const root: Account = { name: 'root', uid: 0, home: '/root', shell: '/bin/bash' }

/** Root may administer other accounts. */
export const loginAccounts: readonly Account[] = [
  root,
  { name: 'deploy', uid: 1000, home: '/home/deploy', shell: '/bin/bash' },
  { name: 'backup', uid: 1001, home: '/home/backup', shell: '/bin/sh' },
]

const serviceAccounts: readonly Account[] = [
  { name: 'daemon', uid: 1, home: '/usr/sbin', shell: '/usr/sbin/nologin' },
  { name: 'www-data', uid: 33, home: '/var/www', shell: '/usr/sbin/nologin' },
  { name: 'nobody', uid: 65534, home: '/nonexistent', shell: '/usr/sbin/nologin' },
]

export const passwdText = [...loginAccounts, ...serviceAccounts]
  .map(({ name, uid, home, shell }) => `${name}:x:${uid}:${uid}:${name}:${home}:${shell}\n`)
  .join('')

/** What lies in a home belongs to its account, all else to root. */
export const ownerOf = (path: string): Account => homeOwner(path) ?? root

/** Homes are closed to each other, the rest can be read by all. */
export const mayRead = ({ uid }: Account, path: string): boolean => uid === 0 || (homeOwner(path)?.uid ?? uid) === uid

export const mayWrite = ({ uid }: Account, path: string): boolean => uid === 0 || ownerOf(path).uid === uid

const homeOwner = (path: string) =>
  loginAccounts.find(({ home }) => path === home || !posix.relative(home, path).startsWith('..'))
