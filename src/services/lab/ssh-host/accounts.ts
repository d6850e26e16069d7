import { posix } from 'node:path'

/** An account of the simulated host, not of the machine. */
export interface Account {
  name: string
  uid: number
  home: string
  shell: string
}

const root: Account = { name: 'root', uid: 0, home: '/root', shell: '/bin/bash' }

/** Root can manage other accounts. */
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

/** Home directories belong to their account, everything else to root. */
export const ownerOf = (path: string): Account => homeOwner(path) ?? root

/** Home directories are private; everything else is readable by all. */
export const mayRead = ({ uid }: Account, path: string): boolean => uid === 0 || (homeOwner(path)?.uid ?? uid) === uid

export const mayWrite = ({ uid }: Account, path: string): boolean => uid === 0 || ownerOf(path).uid === uid

const homeOwner = (path: string) =>
  loginAccounts.find(({ home }) => path === home || !posix.relative(home, path).startsWith('..'))
