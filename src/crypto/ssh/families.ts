import type { KeyObject } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { dsaFamily } from './dsa-family.ts'
import { ecdsaAlgorithms, ecdsaFamily } from './ecdsa-family.ts'
import { ed25519Family } from './ed25519-family.ts'
import type { KeyFamily } from './key-family.ts'
import { rsaFamily } from './rsa-family.ts'

const byAlgorithm = new Map<string, KeyFamily>([
  ['ssh-rsa', rsaFamily],
  ['ssh-dss', dsaFamily],
  ['ssh-ed25519', ed25519Family],
  ...ecdsaAlgorithms.map((algorithm) => [algorithm, ecdsaFamily] as const),
])

const byNodeType = new Map<string | undefined, KeyFamily>([
  ['rsa', rsaFamily],
  ['dsa', dsaFamily],
  ['ed25519', ed25519Family],
  ['ec', ecdsaFamily],
])

export function familyOf(key: KeyObject): KeyFamily {
  const family = byNodeType.get(key.asymmetricKeyType)
  if (!family) throw new Refusal('unsupported', `SSH does not support keys of type ${key.asymmetricKeyType}`, 'file')
  return family
}

export function familyNamed(algorithm: string): KeyFamily {
  const family = byAlgorithm.get(algorithm)
  if (!family) throw new Refusal('unsupported', `Keys of type ${printable(algorithm)} ${reasonFor(algorithm)}`, 'file')
  return family
}

function reasonFor(algorithm: string): string {
  if (algorithm.startsWith('sk-')) return 'stay in a hardware token; this file cannot be used without it'
  if (algorithm.includes('-cert-')) return 'are certificates, not private keys'
  return 'are not handled'
}

/** The name comes from a file: long or unprintable names are not included in messages. */
const printable = (name: string) => (/^[\x21-\x7e]{1,64}$/.test(name) ? name : 'with an unreadable name')
