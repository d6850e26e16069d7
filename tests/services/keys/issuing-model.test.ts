// Any order of creating, importing, signing, revoking, holding, releasing and deleting, against a plain model of it.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { summarizeRevocationList } from '#crypto/x509/revocation-list.ts'
import type { Certificate } from '#services/keys/certificate-store.ts'
import { statusAnswers } from '#services/keys/issuing/status-answers.ts'
import { isInstalled } from '../../crypto/x509/tools.ts'
import { runs } from '../../support/runs.ts'
import { type IssuingWorld, startIssuingWorld } from './issuing-world.ts'
import { fileOf, refusalOf } from './key-world.ts'
import { verify } from './openssl-verify.ts'

let world: IssuingWorld
let answers: ReturnType<typeof statusAnswers>
beforeAll(async () => {
  world = await startIssuingWorld()
  answers = statusAnswers(world.parts)
})
afterAll(() => world.stop())

type Issued = { certificate: Certificate; issuer: Certificate; reason: number | undefined; deleted: boolean }
type Model = { requests: number[]; issuers: Certificate[]; issued: Issued[] }
type Step = fc.AsyncCommand<Model, IssuingWorld>

/** Every step is allowed at any time: what has nothing to act on does nothing. */
const step = (name: string, run: (model: Model, real: IssuingWorld) => Promise<unknown>): Step => ({
  check: () => true,
  run: async (model, real) => void (await run(model, real)),
  toString: () => name,
})
const oneOf = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

const create = fc.nat().map((at) =>
  step(`create ${at}`, async (model, real) => {
    model.requests.push(await real.request({ CNAME: `host${at % 5}.example.com` }))
  }),
)
const importOne = fc.nat().map((at) =>
  step(`import ${at}`, async (model, real) => {
    const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 })
    const der = createRequest({
      subject: { commonName: `host${at % 5}.example.com` },
      alternativeNames: [],
      privateKey,
    })
    await real.call('importRequest', { CSR: fileOf(der) })
    model.requests.push(await real.newestRequest())
  }),
)
const sign = fc.tuple(fc.nat(), fc.nat()).map(([of, by]) =>
  step(`sign ${of} by ${by}`, async (model, real) => {
    const [request, issuer] = [oneOf(model.requests, of), oneOf(model.issuers, by)]
    if (request === undefined || !issuer) return
    const held = model.issued.some(({ certificate, reason }) => certificate.id === issuer.id && reason !== undefined)
    if (held) return expect(await refusalOf(real.signBy(issuer, request))).toMatch(/is revoked/)
    const certificate = await real.signBy(issuer, request)
    expect(model.issued.map((issued) => issued.certificate.serial_number)).not.toContain(certificate.serial_number)
    model.issued.push({ certificate, issuer, reason: undefined, deleted: false })
  }),
)
const authority = fc.nat().map((of) =>
  step(`authority ${of}`, async (model, real) => {
    const root = model.issuers[0] as Certificate
    const id = await real.request({ CNAME: `CA ${of % 3}` })
    const certificate = await real.signBy(root, id, { isIntermediate: 'true' })
    model.issuers.push(certificate)
    model.issued.push({ certificate, issuer: root, reason: undefined, deleted: false })
  }),
)
const revoke = fc
  .tuple(fc.nat(), fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 6, 7, 7), fc.boolean())
  .map(([of, reason, any]) =>
    step(`revoke ${any ? 'certificate' : 'authority'} ${of} for ${reason}`, async (model, real) => {
      const issued = oneOf(
        model.issued.filter(({ certificate }) => any || certificate.is_authority),
        of,
      )
      if (!issued) return
      const isAllowed =
        reason === 7 ? issued.reason === 6 : issued.reason === undefined || (issued.reason === 6 && reason !== 6)
      if (!isAllowed)
        return expect(await refusalOf(real.revoke(issued.certificate, reason))).toMatch(/^revoke_reason: /)
      expect(await real.revoke(issued.certificate, reason)).toContain(issued.certificate.serial_number)
      issued.reason = reason === 7 ? undefined : reason
    }),
  )
const remove = fc.nat().map((of) =>
  step(`delete ${of}`, async (model, real) => {
    const issued = oneOf(
      model.issued.filter(({ certificate }) => !certificate.is_authority),
      of,
    )
    if (!issued) return
    await real.parts.db.deleteFrom('key_certificate').where('id', '=', issued.certificate.id).execute()
    issued.deleted = true
  }),
)

const list = fc.nat().map((of) => step(`list ${of}`, (model) => listAgrees(model, oneOf(model.issuers, of))))

const issuedBy = (model: Model, { id }: Certificate) => model.issued.filter(({ issuer }) => issuer.id === id)

/** The list of an authority, which has to hold what the model says. */
async function listAgrees(model: Model, issuer: Certificate | undefined): Promise<Uint8Array> {
  const list = issuer && (await answers.revocationListOf(issuer.sha256))
  if (!list) throw new Error('An authority has no list')
  const revoked = summarizeRevocationList(list.der).revoked.map(
    ({ serialNumber, reason }) => `${serialNumber} ${reason}`,
  )
  const expected = issuedBy(model, issuer).flatMap(({ certificate, reason }) =>
    reason === undefined ? [] : [`${certificate.serial_number} ${reason}`],
  )
  expect(revoked.sort()).toEqual(expected.sort())
  return list.der
}

test('the ledger, the lists and openssl always agree with the model', async () => {
  const steps = fc.commands([create, importOne, sign, sign, authority, revoke, revoke, remove, list], {
    maxCommands: 40,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const root = await world.root({ CNAME: 'Model Root', pathLength: 1 })
      const model: Model = { requests: [], issuers: [root], issued: [] }
      await fc.asyncModelRun(() => ({ model, real: world }), steps)
      for (const issuer of model.issuers) {
        const der = await listAgrees(model, issuer)
        const sample = issuedBy(model, issuer).find(({ deleted }) => !deleted)
        if (sample && isInstalled('openssl')) await agrees(sample, der)
      }
    }),
    { numRuns: runs(6, 20) },
  )
}, 120_000)

async function agrees({ certificate, reason }: Issued, list: Uint8Array) {
  const files = { 'a.crl': writePem('X509 CRL', list) }
  const { text } = verify(await world.chainOf(certificate), ['-crl_check', '-CRLfile', 'a.crl'], files)
  expect(text).toContain(reason === undefined ? 'OK' : 'certificate revoked')
}
