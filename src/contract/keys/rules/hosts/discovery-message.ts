import { type Expiry, expiryOf } from '#contract/certificate-state.ts'

type Found = { name: string; from: Date; to: Date; remarks: readonly string[] }

/** Discovery message of a certificate: name, validity, and remarks. */
export const discoveryMessage = ({ name, from, to, remarks }: Found, now: number): string =>
  [
    name,
    ...(from.getTime() > now ? [`not valid before ${day(from)}`] : []),
    to.getTime() < now ? `expired on ${day(to)}` : `valid until ${day(to)}`,
    ...remarks,
  ].join(', ')

/** Invalid dates do occur in certificates. */
const day = (date: Date) => (Number.isNaN(date.getTime()) ? 'a day that is none' : date.toISOString().slice(0, 10))

const message = /^(.+?)(?:, not valid before [^,]+)?, (expired on|valid until) (\d{4}-\d{2}-\d{2})(?:,|$)/

/** Undefined for messages of other servers. */
export function readDiscoveryMessage(text: string, now: number): { name: string; expiry: Expiry } | undefined {
  const [, name, verb, date] = message.exec(text) ?? []
  if (name === undefined || date === undefined) return undefined
  // A date without a time means the end of that day.
  return { name, expiry: expiryOf(`${date}T${verb === 'expired on' ? '00:00:00' : '23:59:59'}Z`, now) }
}
