import * as z from 'zod'
import { shownStates } from '#pages/certificates/revocation-filter.ts'
import { paths } from '#paths.ts'

/** What the address of the list says. A value that makes no sense falls back to its default. */
const state = z.object({
  search: z
    .string()
    .overwrite((text) => text.slice(0, 200))
    .catch(''),
  /** What is issued here is always known. */
  state: z.enum(shownStates).exclude(['unknown']).catch('any'),
  /** The fingerprint of an authority. */
  issuer: z
    .string()
    .overwrite((text) => text.slice(0, 200))
    .catch(''),
})
export type IssuedSearch = z.output<typeof state>

export const everyIssued: IssuedSearch = state.parse({})
const usual: Record<string, unknown> = everyIssued
export const issuedStates = state.shape.state.unwrap().options

export const issuedSearch = z.codec(z.instanceof(URLSearchParams), state, {
  decode: (address) => Object.fromEntries(address) as z.input<typeof state>,
  encode: (search) => new URLSearchParams(Object.entries(search).filter(([name, value]) => value !== usual[name])),
})

export const issuedAt = (search: Partial<IssuedSearch>) =>
  `${paths.certificatesIssued}?${String(z.encode(issuedSearch, { ...everyIssued, ...search }))}`
