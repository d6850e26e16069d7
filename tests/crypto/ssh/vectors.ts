import { readFileSync } from 'node:fs'

/** A key file made by another program (see vectors/ssh/make.sh), and what ssh-keygen says about it. */
export interface SshVector {
  file: string
  key: string
  format: string
  passphrase: string
  comment: string
  bits: number
  sha256: string
  md5: string
  public: string
}

const folder = new URL('../vectors/ssh/', import.meta.url)

export const sshVectors = JSON.parse(readFileSync(new URL('vectors.json', folder), 'utf8')) as SshVector[]

export const vectorFile = (name: string): Buffer => readFileSync(new URL(name, folder))
