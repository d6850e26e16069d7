import type { ReadRequest } from '#components/issuing/read/read-request.ts'
import { counted } from '#contract/words/counted.ts'
import type { RequestRow } from '#contract/keys/rules/request-list.ts'
import { type Authority, type SignForm, toSignInput } from '#components/issuing/sign-form.ts'
import type { Input } from '#contract/endpoint.ts'
import type { signRequest } from '#contract/keys/requests.ts'
import { yieldsAuthority } from '#contract/keys/rules/authority-rules.ts'
import type { ReviewItem } from '#ui/wizard/wizard.ts'

type ReviewContext = {
  kept: string
  id: string
  request: RequestRow
  read: ReadRequest | undefined
  /** Error of reading the request's file. */
  unread: string
}

const shownNames = 20

export function reviewOf(
  form: SignForm,
  all: readonly Authority[],
  { kept, id, request, read, unread }: ReviewContext,
): ReviewItem[] {
  const input = toSignInput(id, form, all)
  const external = input.signType === 'EXTCA'
  return [
    { label: 'Request', value: `Number ${id}, ${read?.subject.text || request.DOMAIN_NAME || 'unnamed'}` },
    { label: 'Requested names', value: read ? listed(read.names) : unread },
    {
      label: 'Signed by',
      value: external
        ? `${input.caName} on ${input.serverName}, template ${input.templateName}`
        : `${input.rootCertificateCommonName}\nSerial number ${input.rootCertificateSerialNumber}`,
      step: 'authority',
    },
    {
      label: 'Type',
      value: kindIn(input),
      step: 'authority',
    },
    ...(input.profile === undefined ? [] : [{ label: 'Profile', value: input.profile, step: 'authority' }]),
    {
      label: 'Valid for',
      value: form.days ? counted(Number(form.days), 'day', 'days') : kept || 'Server default',
      step: 'validity',
    },
  ]
}

/** Allowed uses of the certificate, as far as known before it is issued. */
function kindIn(input: Input<typeof signRequest>): string {
  const { pathLength = 0, permittedNames, excludedNames } = input
  if (input.signType === 'EXTCA') {
    if (!yieldsAuthority(input)) return 'End entity: cannot issue certificates'
    return 'Set by the template: this certificate may be able to issue certificates for any name'
  }
  if (input.isIntermediate !== 'true') return 'End entity: cannot issue certificates'
  const names = [
    permittedNames === undefined ? 'for any name' : `for these names: ${permittedNames}`,
    ...(excludedNames === undefined ? [] : [`except for ${excludedNames}`]),
  ]
  const below =
    pathLength === 0
      ? 'No subordinate CAs'
      : `Up to ${counted(pathLength, 'subordinate CA level', 'subordinate CA levels')}`
  return `Intermediate CA. Can issue certificates ${names.join(', ')}\n${below}`
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'None'
  const more = names.length - shownNames
  return [...names.slice(0, shownNames), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
