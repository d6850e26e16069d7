import * as z from 'zod/mini'
import type { Input, Output } from '#contract/endpoint.ts'
import type { listAuthorities } from '#contract/keys/authorities.ts'
import { maxDays, type signRequest } from '#contract/keys/requests.ts'

export type Authority = Output<typeof listAuthorities>['rows'][number]

/** Choices for entering an authority manually: only the embedded service lists its authorities. */
export const byHand = {
  EXTCA: 'an external authority, entered manually',
  signWithRoot: 'a root, entered manually',
} as const

export const isExternal = (authority: string) => authority === byHand.EXTCA || authority.startsWith('EXTCA ')

/** Identifies an authority in a stored draft. */
export const keyOf = ({ signType, serialNumber, commonName, serverName, caName }: Authority): string =>
  signType === 'EXTCA' ? `EXTCA ${serverName ?? ''} ${caName ?? ''}` : `root ${serialNumber ?? ''} ${commonName ?? ''}`

/** Sort order of the choices: intermediates first, external CAs next, roots last, because roots should rarely sign. */
export const inChoiceOrder = (all: readonly Authority[]): Authority[] => {
  const rank = ({ signType, isRoot }: Authority) => (signType === 'EXTCA' ? 1 : isRoot === true ? 2 : 0)
  return all.toSorted((one, other) => rank(one) - rank(other))
}

export const authorityIn = (all: readonly Authority[], key: string) => all.find((one) => keyOf(one) === key)

export const signForm = z
  .object({
    authority: z.string().check(z.minLength(1, 'Choose an issuer')),
    serverName: z.string(),
    caName: z.string(),
    templateName: z.string(),
    /** Profile of an internal authority; empty: the service selects one. */
    profile: z.string(),
    rootName: z.string(),
    rootSerial: z.string(),
    days: z.string().check(
      z.regex(/^([1-9]\d{0,4})?$/, 'Enter a whole number of days above 0, or leave empty'),
      z.refine((text) => Number(text) <= maxDays, `Enter ${maxDays} days or fewer`),
    ),
    intermediate: z.boolean(),
    pathLength: z.string().check(z.regex(/^(\d|10)?$/, 'Enter a whole number from 0 to 10, or leave empty')),
    permittedNames: z.string().check(z.maxLength(10_000, 'Use 10,000 characters or fewer')),
    excludedNames: z.string().check(z.maxLength(10_000, 'Use 10,000 characters or fewer')),
  })
  .check(
    z.superRefine((form, check) => {
      const need = (field: keyof SignForm, what: string) =>
        form[field] === '' &&
        check.issues.push({ code: 'custom', input: undefined, path: [field], message: `Enter ${what}` })
      if (isExternal(form.authority)) need('templateName', 'the template')
      if (form.authority === byHand.EXTCA) {
        need('serverName', 'the server of the authority')
        need('caName', 'the name of the authority')
      }
      if (form.authority === byHand.signWithRoot) {
        need('rootName', 'the common name of the root')
        need('rootSerial', 'the serial number of the root')
      }
    }),
  )
export type SignForm = {
  authority: string
  serverName: string
  caName: string
  templateName: string
  profile: string
  rootName: string
  rootSerial: string
  days: string
  intermediate: boolean
  pathLength: string
  permittedNames: string
  excludedNames: string
}

export const emptySignForm: SignForm = {
  authority: '',
  serverName: '',
  caName: '',
  templateName: '',
  profile: '',
  rootName: '',
  rootSerial: '',
  days: '',
  intermediate: false,
  pathLength: '',
  permittedNames: '',
  excludedNames: '',
}

/** Converts the form to the input of signCSR: variant A for an external authority, variant B for a root. */
export function toSignInput(id: string, form: SignForm, all: readonly Authority[]): Input<typeof signRequest> {
  const chosen = authorityIn(all, form.authority)
  const validity = form.days ? { Validity: Number(form.days) } : {}
  if (isExternal(form.authority)) {
    return {
      CSR_ID: id,
      signType: 'EXTCA',
      serverName: chosen?.serverName ?? form.serverName.trim(),
      caName: chosen?.caName ?? form.caName.trim(),
      templateName: form.templateName.trim(),
      ...validity,
    }
  }
  return {
    CSR_ID: id,
    signType: 'signWithRoot',
    rootCertificateCommonName: chosen?.commonName ?? form.rootName.trim(),
    rootCertificateSerialNumber: chosen?.serialNumber ?? form.rootSerial.trim(),
    ...validity,
    ...(chosen && form.profile !== '' && { profile: form.profile }),
    ...(form.intermediate && { isIntermediate: 'true', ...(chosen && limitsIn(form)) }),
  }
}

/** Parameters of the embedded service only: servers that do not list their authorities would ignore them silently. */
const limitsIn = ({ pathLength, permittedNames, excludedNames }: SignForm) => ({
  ...(pathLength !== '' && { pathLength: Number(pathLength) }),
  ...(permittedNames.trim() !== '' && { permittedNames: permittedNames.trim() }),
  ...(excludedNames.trim() !== '' && { excludedNames: excludedNames.trim() }),
})
