import type { AuthorizedKey } from '#crypto/ssh/authorized-keys.ts'

/** Effects of the options of a line in authorized_keys (sshd(8)). */
export interface LineLimits {
  /** Reasons why the host rejects the key. */
  refuses: string[]
  /** Restrictions and expiry of a sign-in. */
  limits: string[]
}

type Options = Pick<AuthorizedKey, 'options'>

const maxOptions = 16 * 1024
/** Others are not read: a line can have 10 MiB of options. */
export const hasReadableOptions = ({ options }: Options) => options.length <= maxOptions

export function limitsOf({ options }: Options, now: number): LineLimits {
  const [refuses, limits]: [string[], string[]] = [[], []]
  if (!hasReadableOptions({ options })) limits.push('its options are longer than 16 KiB, which is not read')
  for (const { name, value } of optionsIn(options)) {
    if (name === 'command') limits.push(`it runs only “${shortened(value)}” (command=)`)
    if (name === 'restrict') limits.push('it has no terminal and forwards nothing (restrict)')
    if (name === 'from') limits.push(`it is allowed from ${shortened(value)} only (from=)`)
    if (name === 'expiry-time') {
      const ends = expiryOf(value)
      if (ends === undefined) limits.push(`it ends at ${shortened(value)} (expiry-time)`)
      else if (ends <= now) refuses.push(`the line expired at ${timeText(ends)} (expiry-time)`)
      else limits.push(`it ends at ${timeText(ends)} (expiry-time)`)
    }
  }
  return { refuses, limits }
}

const shortened = (text: string) => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
const timeText = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const hasSource = ({ options }: Options) => optionsIn(options).some(({ name }) => name === 'from')

function optionsIn(options: string): { name: string; value: string }[] {
  if (!hasReadableOptions({ options })) return []
  return [...options.matchAll(/([A-Za-z-]+)(?:="((?:[^"\\]|\\.)*)")?/g)].map(([, name = '', value = '']) => ({
    name: name.toLowerCase(),
    value: value.replaceAll(String.raw`\"`, '"'),
  }))
}

/**
 * YYYYMMDD[HHMM[SS]][Z]. Without Z, the host's time zone applies, so UTC is used, and undefined is returned within a
 * day of it.
 */
function expiryOf(text: string): number | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(Z)?$/.exec(text) ?? []
  if (year === undefined) return undefined
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return zone === undefined && Math.abs(at - Date.now()) < dayMs ? undefined : at
}
const dayMs = 86_400_000
