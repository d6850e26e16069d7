import { statusAdvice } from '#components/issuing/form/status-advice.ts'
import { doubtfulNames } from '#components/issuing/names-compared.ts'
import type { ReadRequest } from '#components/issuing/read/read-request.ts'
import { type Authority, authorityIn, isExternal, type SignForm } from '#components/issuing/sign-form.ts'
import { certificateFindings } from '#contract/keys/rules/certificate-rules.ts'
import { instantOf } from '#contract/time.ts'
import type { Advice } from '#ui/wizard/wizard.ts'
import { serverNow } from '#ui/values/clock.ts'

const daySeconds = 86_400

/**
 * Findings for signing a request. The request cannot be changed any more, so its issues are warnings; errors of the
 * validity block signing.
 */
export function signAdvice(form: SignForm, all: readonly Authority[], request: ReadRequest | undefined): Advice[] {
  const issuer = authorityIn(all, form.authority)
  const status = statusAdvice(issuer, 'authority')
  if (!request) return status
  const issuerEndsAt = instantOf(issuer?.ExpiryDate)?.getTime()
  const { subject, names, key, signature } = request
  const findings = certificateFindings(
    {
      audience: 'private',
      commonName: subject.commonName ?? '',
      altNames: names,
      algorithm: key.algorithm,
      ...(key.bits !== undefined && { bits: key.bits }),
      ...(/^\d+$/.test(form.days) && { validitySeconds: Number(form.days) * daySeconds }),
      // External CAs limit the validity themselves; their certificate is unknown here.
      ...(issuerEndsAt !== undefined && !isExternal(form.authority) && { issuerEndsAt }),
    },
    serverNow(),
  )
  return [
    ...status,
    ...(signature === 'wrong' ? [wrongSignature] : []),
    ...doubtful(doubtfulNames(names)),
    ...findings.flatMap(({ level, field, text, why, next, source }): Advice[] => {
      const shown = { text: `${text}.`, why: `${why} (${source})`, next }
      if (field === 'validitySeconds') return [{ ...shown, level, field: 'days' }]
      return level === 'note' ? [] : [{ text: `About the request: ${shown.text}`, why: shown.why, level: 'warning' }]
    }),
  ]
}

const wrongSignature: Advice = {
  level: 'warning',
  text: 'The request signature is invalid.',
  why: 'The request was modified or signed with a different key. It will be rejected.',
}

const doubtful = (names: readonly string[]): Advice[] =>
  names.length === 0
    ? []
    : [
        {
          level: 'warning',
          text: `Names that may be dropped: ${names.slice(0, 5).join(', ')}.`,
          why: 'CAs rarely issue names of these types. The issued names are shown after signing.',
        },
      ]
