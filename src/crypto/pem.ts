import type { Der } from './der.ts'
import { Refusal } from './refusal.ts'

export interface PemBlock {
  /** Label after BEGIN: CERTIFICATE, PRIVATE KEY, … */
  label: string
  /** Such as Proc-Type and DEK-Info, which describe the encryption of a private key. */
  headers: Record<string, string>
  bytes: Der
  text: string
}

const maxBlocks = 200
const blockPattern = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*(?:-(?!----)[^-]*)*)-----END \1-----/g // headers have hyphens
const headerPattern = /^([A-Za-z-]+):[ \t]*(.*)$/gm

export const isPem = (text: string): boolean => text.includes('-----BEGIN ')

/** All blocks of a file, in order. Text between them, such as openssl's descriptions, is ignored. */
export function readPem(text: string): PemBlock[] {
  const blocks = [...text.matchAll(blockPattern).take(maxBlocks + 1)].map(([whole, label = '', body = '']) => ({
    label,
    headers: Object.fromEntries(
      [...body.matchAll(headerPattern)].map(([, name = '', value = '']) => [name, value] as const),
    ),
    bytes: fromBase64(body.replaceAll(headerPattern, ''), `The block ${label}`),
    text: whole,
  }))
  if (blocks.length > maxBlocks) throw new Refusal('too-large', `The file contains more than ${maxBlocks} PEM blocks`)
  return blocks
}

export function writePem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/

/** Strict base64, unlike `Buffer.from`, which skips invalid characters. */
export function fromBase64(text: string, what: string): Der {
  const digits = text.replace(/\s+/g, '')
  if (!base64Pattern.test(digits)) throw new Refusal('damaged', `${what} is not base64`)
  return Uint8Array.from(Buffer.from(digits, 'base64'))
}
