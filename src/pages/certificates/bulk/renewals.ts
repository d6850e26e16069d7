/** Whether selected certificates can be renewed automatically, and by which issuer. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import type { Plan } from '#components/bulk/plan.ts'
import type { IssuingForm } from '#components/issuing/form/issuing-form.ts'
import { toSubjectAndKey } from '#components/issuing/form/to-wire.ts'
import { doubtfulNames } from '#components/issuing/names-compared.ts'
import { profileNamed } from '#components/issuing/profile/profiles.ts'
import type { ReadCertificate } from '#components/issuing/read/read-certificate.ts'
import { type Authority, authorityIn, emptySignForm, toSignInput } from '#components/issuing/sign-form.ts'
import { toWireInput } from '#contract/http/http.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'
import { maxServers, type Renewal as RenewalInput } from '#contract/keys/jobs/renewal-job.ts'
import { createRequest, signRequest } from '#contract/keys/requests.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import type { Profile } from '#contract/keys/rules/profiles/profile.ts'
import { itself } from '#pages/certificates/issue/issue.ts'
import { type Replaced, replacedQuery } from '#pages/certificates/issue/renew-query.ts'
import { formOf, issuerOf } from '#pages/certificates/issue/renewal.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import { refusalOf } from './read-targets.ts'
import { serverNow } from '#ui/values/clock.ts'

export type Renewal = { form: IssuingForm; authorities: readonly Authority[]; servers: readonly string[] }
type RenewalContext = { authorities: readonly Authority[] | null; profiles: readonly Profile[] }

/** Job input for the renewal of one certificate. */
export function inputOf({ form, authorities, servers }: Renewal): RenewalInput {
  const wish = toWireInput(createRequest, toSubjectAndKey(form))
  if (form.issuer === itself) return { wish }
  const days = form.validityType === 'days' ? form.validity : '' // other units are stored with the request
  // The job inserts the id of the request once it has been created.
  const { CSR_ID: _, ...sign } = toWireInput(
    signRequest,
    toSignInput('0', { ...emptySignForm, authority: form.issuer, days }, authorities),
  )
  return { wish, sign, ...(servers.length > 0 && { servers: [...servers] }) }
}

const concurrency = 4

/** The renewal plan with deployment of the new certificate to the servers that have the current one. */
export function deployed(plan: Plan<Renewal>, deployedTo: readonly string[] | undefined): Plan<Renewal> {
  if (plan.refusal !== undefined) return plan
  const servers = deployedTo ?? []
  const isNamed = plan.item.form.issuer !== itself // the service does not report the issuer of self-signed certificates
  const whyNot =
    deployedTo === undefined
      ? 'the service does not report where the current one is deployed'
      : servers.length === 0
        ? 'no server has the current one'
        : !isNamed
          ? 'deploy it on its own page'
          : servers.length > maxServers
            ? `the current one is on ${servers.length} servers; deploy it on its own page`
            : undefined
  if (whyNot !== undefined) return { ...plan, effects: [...plan.effects, `Not deployed: ${whyNot}.`] }
  const effect = `Deployed to ${servers.join(', ')}, and checked there.`
  return { ...plan, item: { ...plan.item, servers }, effects: [...plan.effects, effect] }
}

/** Reads each certificate with its chain and determines the issuer of its successor. */
export const renewalsOf = (rows: readonly InventoryRow[], known: RenewalContext) =>
  queryOptions({
    queryKey: ['certificates renewed', rows.map(({ id }) => id), known.authorities === null],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Plan<Renewal>[]> => {
      const plans: Plan<Renewal>[] = []
      for (let at = 0; at < rows.length; at += concurrency) {
        signal.throwIfAborted()
        plans.push(...(await Promise.all(rows.slice(at, at + concurrency).map((row) => planOf(row, known)))))
      }
      return plans
    },
  })

async function planOf(row: InventoryRow, known: RenewalContext): Promise<Plan<Renewal>> {
  const refused = (refusal: string): Plan<Renewal> => ({
    id: row.id,
    name: row.name || `No common name (ID ${row.id})`,
    item: { form: formless, authorities: [], servers: [] },
    effects: [],
    refusal,
  })
  const replaced = await queryClient.query(replacedQuery(row.id)).catch(refusalOf)
  if (!('chain' in replaced)) return refused(`The certificate could not be read: ${replaced.message}.`)
  const [own] = replaced.chain
  if (!own) return refused('The certificate could not be read.')
  if (own.authority) return refused('It is a CA certificate. Renew it on its own page.')
  const lost = doubtfulNames(own.names)
  if (lost.length > 0) return refused(`These names cannot be requested: ${lost.join(', ')}.`)
  const { issuer, authorities } = await signerOf(replaced, known.authorities)
  if (issuer === '') return refused(`Issued by ${own.issuer.text}, which cannot sign here. Renew it on its own page.`)
  const profile = profileNamed(known.profiles, replaced.profile)?.name ?? ''
  const form = formOf(own, issuer, profile)
  return {
    ...refused(''),
    item: { form, authorities, servers: [] },
    effects: effectsOf(own, form, authorities),
    refusal: undefined,
  }
}

const formless = {} as IssuingForm

function effectsOf(own: ReadCertificate, form: IssuingForm, authorities: readonly Authority[]): string[] {
  const signer =
    form.issuer === itself ? 'Self-signed again' : `Issued by ${authorityIn(authorities, form.issuer)?.commonName}`
  return [
    `${signer} for ${form.validity} ${form.validityType}, with a new key${form.profile && ` and the profile ${form.profile}`}.`,
    own.notAfter.getTime() > serverNow()
      ? `The current one stays valid until ${absoluteTime(own.notAfter)}.`
      : `The current one expired ${absoluteTime(own.notAfter)}.`,
  ]
}

/**
 * The issuer of the renewal. For a server that does not list its authorities, the issuing certificate is used if the
 * server has its private key.
 */
async function signerOf({ chain }: Replaced, listed: readonly Authority[] | null) {
  if (listed) return { issuer: issuerOf(chain, listed), authorities: listed }
  const [, above] = chain
  const found = above?.subject.commonName && (await heldAuthority(above, above.subject.commonName))
  const authorities = found ? [found] : []
  return { issuer: issuerOf(chain, authorities), authorities }
}

async function heldAuthority({ serialNumber }: ReadCertificate, commonName: string): Promise<Authority | undefined> {
  const details = await call(getCertificateDetails, { common_name: commonName, serial_number: serialNumber }).catch(
    (error: unknown) => void refusalOf(error),
  )
  const hasKey = details?.rows.some(({ endpoint }) => endpoint?.PrivateKey)
  return hasKey ? { signType: 'signWithRoot', commonName, serialNumber } : undefined
}
