import type { ReadRequest } from '#pages/requests/read/read-request.ts'
import type { RequestRow } from '#pages/requests/requests-query.ts'
import type { ReviewItem } from '#ui/wizard.ts'
import { type Authority, type SignForm, toSignInput } from './sign-form.ts'

type Known = { kept: string; id: string; request: RequestRow; read: ReadRequest | undefined }

const shownNames = 20

export function reviewOf(form: SignForm, all: readonly Authority[], { kept, id, request, read }: Known): ReviewItem[] {
  const input = toSignInput(id, form, all)
  const external = input.signType === 'EXTCA'
  return [
    { label: 'Request', value: `Number ${id}, ${read?.subject.text || request.DOMAIN_NAME || 'without a name'}` },
    { label: 'Names asked for', value: read ? listed(read.names) : 'Not known here' },
    {
      label: 'Signed by',
      value: external
        ? `${input.caName} on ${input.serverName}, template ${input.templateName}`
        : `${input.rootCertificateCommonName}\nSerial number ${input.rootCertificateSerialNumber}`,
      step: 'authority',
    },
    {
      label: 'As',
      value: form.intermediate && !external ? 'An intermediate authority' : 'No authority',
      step: 'authority',
    },
    { label: 'Valid for', value: form.days ? `${form.days} days` : kept || 'As the server decides', step: 'validity' },
  ]
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'None'
  const more = names.length - shownNames
  return [...names.slice(0, shownNames), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
