import type { loginMethods, sudoMethods } from '#contract/keys/host-credentials.ts'

export const methodNames: Record<(typeof loginMethods)[number], string> = {
  password: 'Password',
  key: 'SSH key of this service',
  'key-file': 'Private key file',
}

export const sudoNames: Record<(typeof sudoMethods)[number], string> = {
  none: 'As this user, without sudo',
  'no-password': 'With sudo, without a password',
  password: 'With sudo and a password',
}

const known = <T extends string>(names: Record<T, string>, value: string | undefined) =>
  (names as Record<string, string | undefined>)[value ?? ''] ?? value ?? ''

export const methodText = (method: string | undefined, key: string | undefined) =>
  key ? `SSH key “${key}”` : known(methodNames, method)
export const sudoText = (sudo: string | undefined) =>
  sudo === 'none' || sudo === undefined
    ? 'No sudo'
    : sudo === 'no-password'
      ? 'sudo'
      : sudo === 'password'
        ? 'sudo with password'
        : sudo
