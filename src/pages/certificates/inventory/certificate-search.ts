import * as z from 'zod'
import type { Input } from '#contract/endpoint.ts'
import type { listCertificates } from '#contract/keys/certificates.ts'
import { groups } from '#pages/certificates/inventory.ts'
import { origins } from '#pages/certificates/origin.ts'
import { shownStates } from '#pages/certificates/revocation-filter.ts'

const digits = z
  .string()
  .regex(/^\d{0,6}$/)
  .catch('')

/** What the address of the inventory says. A value that makes no sense falls back to its default. */
const state = z.object({
  search: z
    .string()
    .overwrite((text) => text.slice(0, 200))
    .catch(''),
  show: z.enum(groups).catch('all'),
  state: z.enum(shownStates).catch('any'),
  origin: z.enum(origins).catch('any'),
  days: digits,
  bits: digits,
  algorithm: z.string().max(50).catch(''),
})
export type CertificateSearch = z.output<typeof state>

export const everyCertificate: CertificateSearch = state.parse({})
const usual: Record<string, unknown> = everyCertificate

/** What is as always stays out of the address. */
export const certificateSearch = z.codec(z.instanceof(URLSearchParams), state, {
  decode: (address) => Object.fromEntries(address) as z.input<typeof state>,
  encode: (search) => new URLSearchParams(Object.entries(search).filter(([name, value]) => value !== usual[name])),
})

/** The three filters that the service has; the others are applied here. */
export const toListInput = ({ days, bits, algorithm }: CertificateSearch): Input<typeof listCertificates> => ({
  ...(days && { withExpiryDaysLessThan: days }),
  ...(bits && { withKeyLength: bits }),
  ...(algorithm && { withSignatureAlgorithm: algorithm }),
})
