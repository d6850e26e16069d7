// What people know of certificates, SSH keys and hosts, in the lists of a key server that has only the stated operations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnnotatedKind, identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { rowsOf, sendList } from '../../../support/many-certificates.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  postgres = noPostgres ? undefined : await startPostgres()
})
afterAll(() => postgres?.stop())

const now = Date.now()
const list = (details: object[]) => ({ name: 'list', result: { status: 'Success', message: '' }, details })
const keys = ['backup', 'deploy', 'old'].map((KeyName) => ({ KeyName, KeyType: 'ssh-ed25519', KeyLength: '256' }))
const hosts = ['web-1', 'web-2'].map((ResourceName) => ({ ResourceName, IPADDRESS: '192.0.2.1' }))

type Row = { id?: string; key?: { KeyName: string }; host?: { ResourceName: string }; annotation?: object }
type Found = { rows: Row[]; total: number; counts?: object; annotationFields: object[] }

describe.each(noPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL'])('on %s', (name) => {
  let proxy: Proxy
  let chief: string
  let team = ''
  const ask = async (action: string, input: object) => {
    const { value, status } = await proxy.call(`console.${action}`, input, chief)
    expect(status, JSON.stringify(value)).toBe(200)
    return value
  }
  const find = async (of: string, input: object = {}) => (await ask(of, input)) as unknown as Found
  const having = (field: string, contains: string) => ({ filters: [{ column: `annotation.${field}`, contains }] })
  const annotate = (kind: AnnotatedKind, subject: string, identifiers: string[], values: Record<string, string>) => {
    const cells = Object.entries(values).map(([field, after]) => ({ field, before: '', after }))
    return ask('changeAnnotation', { kind, subject, label: subject, identifiers, cells })
  }

  beforeAll(async () => {
    const url = name === 'PostgreSQL' ? await postgres?.createDatabase('annotated') : undefined
    proxy = await startProxy({ ...(url && { url }) })
    chief = await proxy.signIn('chief')
    proxy.keys.answer(({ url }, response) => {
      if (url.includes('/getAllSSLCertificates')) return sendList(response, rowsOf(20, now))
      if (url.includes('/getAllSSHKeys')) return json(response, list(keys))
      if (url.includes('/getAllSSHResourceDetails')) return json(response, list(hosts))
      return json(response, {}, 404)
    })
    const field = await ask('saveAnnotationField', { name: 'Team', type: 'text', kinds: ['certificate', 'ssh-key'] })
    team = field.id as string
  }, 120_000)
  afterAll(() => proxy.stop())

  test('certificates have owner, tags, note and custom fields, and are filtered by them with the other filters', async () => {
    const [one, two, three] = (await find('findCertificates', { limit: 3 })).rows.map(({ id = '' }) => id) as [
      string,
      string,
      string,
    ]
    const of = (id: string) => identifiersOf.certificate({ id, fingerprint: `AB:${id}` })
    await annotate('certificate', one, of(one), { owner: 'Kim Åberg', tags: 'payments, lisbon', [team]: 'Web' })
    await annotate('certificate', two, of(two), { owner: 'Kim Åberg', note: 'Ask before renewing' })
    await annotate('certificate', three, of(three), { tags: 'payments' })
    const all = await find('findCertificates', { limit: 3 })
    expect(all.rows.map(({ annotation }) => annotation)).toEqual([
      { owner: 'Kim Åberg', tags: 'lisbon, payments', [team]: 'Web' },
      { owner: 'Kim Åberg', note: 'Ask before renewing' },
      { tags: 'payments' },
    ])
    expect(all.annotationFields).toEqual([{ id: team, name: 'Team', type: 'text' }])
    const ids = async (input: object) => (await find('findCertificates', input)).rows.map(({ id }) => id)
    expect(await ids(having('owner', 'KIM å'))).toEqual([one, two])
    expect(await ids(having('tags', 'PAY'))).toEqual([one, three])
    expect(await ids(having(team, 'web'))).toEqual([one])
    const both = [...having('owner', 'kim').filters, ...having('tags', 'payments').filters]
    expect(await ids({ filters: both })).toEqual([one])
    // The page and the total are those of the filtered list, and the next question is answered anew.
    const page = await find('findCertificates', { ...having('owner', 'kim'), offset: 1, limit: 1 })
    expect([page.total, page.rows.map(({ id }) => id)]).toEqual([2, [two]])
    expect((await find('findCertificates')).total).toBe(20)
    expect(await ids(having('owner', 'nobody'))).toEqual([])
    expect(await ids({ ...having('owner', 'kim'), id: two })).toEqual([two])
  })

  test('certificates are sorted by owner, tags and custom fields, those without a value last', async () => {
    const { id: cost } = await ask('saveAnnotationField', { name: 'Cost', type: 'number', kinds: ['certificate'] })
    const all = (await find('findCertificates', { limit: 20 })).rows.map(({ id = '' }) => id)
    const [one = '', two = '', three = '', four = ''] = all
    const of = (id: string) => identifiersOf.certificate({ id })
    const costs = { [two]: '9', [three]: '10', [four]: '-3' }
    for (const [id, value] of Object.entries(costs))
      await annotate('certificate', id, of(id), { [cost as string]: value })
    const sorted = async (field: string, descending = false, input: object = {}) => {
      const sort = [{ column: `annotation.${field}`, descending }]
      return (await find('findCertificates', { limit: 20, ...input, sort })).rows.map(({ id }) => id)
    }
    expect((await sorted(cost as string)).slice(0, 4)).toEqual([four, two, three, one])
    expect((await sorted(cost as string, true)).slice(0, 4)).toEqual([three, two, four, one])
    expect(new Set(await sorted(cost as string))).toEqual(new Set(all))
    expect(await sorted('tags', false, { limit: 2 })).toEqual([one, three])
    expect(await sorted('tags', true, { ...having('tags', 'payments'), offset: 1, limit: 1 })).toEqual([one])
    // A field that does not exist any more changes nothing.
    expect(await sorted('removed')).toEqual(all)
    await ask('removeAnnotationField', { field: cost as string })
    // The next query in another order is answered anew.
    expect((await find('findCertificates', { limit: 20 })).rows.map(({ id }) => id)).toEqual(all)
  })

  test('SSH keys and hosts are found by theirs, each by its own kind', async () => {
    await annotate('ssh-key', 'deploy', identifiersOf['ssh-key']('deploy'), { owner: 'Kim', [team]: 'Build' })
    await annotate('host', 'web-2', identifiersOf.host('web-2'), { tags: 'dmz', owner: 'Ada' })
    const found = await find('findSshKeys', having('owner', 'kim'))
    expect(found.rows).toMatchObject([{ key: { KeyName: 'deploy' }, annotation: { owner: 'Kim', [team]: 'Build' } }])
    expect((await find('findSshKeys', having('owner', 'ada'))).total).toBe(0)
    const hosts = await find('findHosts', having('tags', 'dmz'))
    expect(hosts.rows).toMatchObject([{ host: { ResourceName: 'web-2' }, annotation: { tags: 'dmz' } }])
    expect(hosts.annotationFields).toEqual([])
  })

  test('a file of a job has their columns where they are shown, also if the first rows have none, by the names of fields', async () => {
    const shown = ['key.KeyName', `annotation.${team}`, 'annotation.tags', 'annotation.owner', 'annotation.removed']
    const asked = { list: 'console.findSshKeys', input: {}, columns: shown, name: 'Keys' }
    const { status, bytes } = await proxy.call('console.exportRows', asked, chief)
    expect(status).toBe(200)
    const [heading = '', ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
    expect(heading).toMatch(/^key\.KeyName,annotation\.Team,annotation\.tags,annotation\.owner,key\./)
    expect(heading).not.toContain(team)
    expect(lines.map((line) => line.split(',').slice(0, 4))).toEqual([
      ['backup', '', '', ''],
      ['deploy', 'Build', '', 'Kim'],
      ['old', '', '', ''],
    ])
  })

  test('values of a removed custom field are neither shown nor filtered by', async () => {
    await ask('removeAnnotationField', { field: team })
    const { rows, annotationFields } = await find('findSshKeys')
    expect([rows.find(({ key }) => key?.KeyName === 'deploy')?.annotation, annotationFields]).toEqual([
      { owner: 'Kim' },
      [],
    ])
    expect((await find('findSshKeys', having(team, 'build'))).total).toBe(0)
  })
})
