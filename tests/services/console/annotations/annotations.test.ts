// What people know of a thing, through the console, on both databases.
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import {
  type AnnotationCell,
  type CellChange,
  historyDays,
  maxThings,
  type UnchangedCell,
} from '#contract/console/annotations/annotations.ts'
import { undoImport } from '#services/console/annotations/imports.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  postgres = noPostgres ? undefined : await startPostgres()
})
afterAll(() => postgres?.stop())

const phone = (serial: string, device_id: string) => ({
  kind: 'device',
  subject: device_id,
  label: `Phone ${serial}`,
  identifiers: identifiersOf.device({ serial_number: serial, device_id }),
})
const cell = (field: string, before: string, after: string): CellChange => ({ field, before, after })

describe.each(noPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL'])('on %s', (name) => {
  let proxy: Proxy
  let chief: string
  let reader: string
  beforeAll(async () => {
    const url = name === 'PostgreSQL' ? await postgres?.createDatabase('annotations') : undefined
    proxy = await startProxy({ ...(url && { url }) })
    chief = await proxy.signIn('chief')
    reader = await proxy.signIn('reader')
  })
  afterAll(() => proxy.stop())

  const ask = async (action: string, input: object, cookie = chief) => proxy.call(`console.${action}`, input, cookie)
  const change = (thing: object, cells: CellChange[], cookie = chief) =>
    ask('changeAnnotation', { ...thing, cells }, cookie)
  const valuesOf = async ({ kind, identifiers }: ReturnType<typeof phone>, cookie = reader) => {
    const { value } = await ask('readAnnotation', { kind, identifiers }, cookie)
    return Object.fromEntries((value.cells as AnnotationCell[]).map((one) => [one.field, one.value]))
  }

  test('a device that is enrolled again keeps its owner, tags and note, and no other device gets them', async () => {
    const before = phone('C02X', '101')
    expect(
      (await change(before, [cell('owner', '', ' Ada Byron '), cell('tags', '', 'VIP, lisbon; vip')])).status,
    ).toBe(200)
    expect(await valuesOf(phone('c02x', '909'))).toEqual({ owner: 'Ada Byron', tags: 'lisbon, vip' })
    // A server that told no serial number at first: its ID still finds it, and the number from then on.
    const early = { ...phone('', '300'), identifiers: identifiersOf.device({ serial_number: '--', device_id: '300' }) }
    await change(early, [cell('note', '', 'Screen cracked')])
    await change(phone('S300', '300'), [cell('owner', '', 'Grace')])
    expect(await valuesOf(phone('S300', '777'))).toEqual({ note: 'Screen cracked', owner: 'Grace' })
    expect(await valuesOf(phone('OTHER', '300'))).toEqual({})
  })

  test('of two concurrent edits, the second is refused, and changes of different cells are both kept', async () => {
    const thing = phone('TWO', '200')
    await change(thing, [cell('owner', '', 'Ada')])
    expect((await change(thing, [cell('note', '', 'In repair')], reader)).status).toBe(200)
    const late = await change(thing, [cell('owner', '', 'Grace'), cell('tags', '', 'spare')])
    expect(late.status).toBe(400)
    expect(late.value).toMatchObject({ code: 'INVALID_INPUT', field: 'owner' })
    expect(late.value.message).toContain('was changed by chief meanwhile and is now “Ada”')
    expect(await valuesOf(thing)).toEqual({ owner: 'Ada', note: 'In repair' })
    expect((await change(thing, [cell('owner', 'Ada', 'Grace')])).status).toBe(200)
    const { value } = await ask('listAnnotationChanges', { kind: 'device', identifiers: thing.identifiers })
    expect(value.rows).toMatchObject([
      { by: 'chief', name: 'Owner', before: 'Ada', after: 'Grace' },
      { by: 'reader', name: 'Note', after: 'In repair' },
      { by: 'chief', name: 'Owner', before: '', after: 'Ada' },
    ])
  })

  test('changes of the same time are on one page, whatever its length', async () => {
    const thing = phone('PAGES', '260')
    for (const [at, note] of ['a', 'b', 'c'].entries())
      await change(thing, [cell('note', 'abc'.charAt(at - 1), note), cell('owner', 'abc'.charAt(at - 1), note)])
    const { kind, identifiers } = thing
    const seen: string[] = []
    for (let before: number | undefined; ;) {
      const { value } = await ask('listAnnotationChanges', { kind, identifiers, limit: 1, ...(before && { before }) })
      const rows = value.rows as { at: number; field: string; after: string }[]
      if (rows.length === 0) break
      seen.push(...rows.map(({ field, after }) => `${field} ${after}`))
      before = rows.at(-1)?.at
    }
    expect(seen.toSorted()).toEqual(['note a', 'note b', 'note c', 'owner a', 'owner b', 'owner c'])
  })

  test('of two fields defined concurrently with one name, one is created and one refused', async () => {
    const field = { name: 'Rack', type: 'text', choices: [], kinds: ['host'] }
    const saved = await Promise.all(Array.from({ length: 6 }, () => ask('saveAnnotationField', field)))
    expect(saved.filter(({ status }) => status === 200)).toHaveLength(1)
    const { value } = await ask('listAnnotationFields', {})
    const rack = (value.fields as { id: string; name: string }[]).find((one) => one.name === 'Rack')
    expect((await ask('removeAnnotationField', { field: rack?.id })).status).toBe(200)
  })

  test('an import without anything left to undo is deleted', async () => {
    const thing = phone('OLD', '270')
    const given = { things: [{ ...thing, changes: [cell('note', '', 'x')] }], file: 'old.csv' }
    const told = await ask('importAnnotations', { kind: 'device', ...given })
    const long = Date.now() - (historyDays + 1) * 86_400_000
    await proxy.tables.updateTable('console_annotation_import').set({ at: long }).execute()
    await change(thing, [cell('note', 'x', 'y')])
    const left = proxy.tables.selectFrom('console_annotation_import').select('id')
    expect(await left.where('id', '=', told.value.import as string).execute()).toEqual([])
  })

  test('concurrent first annotations of one object go into one record', async () => {
    const thing = phone('SAME', '250')
    const fields = ['owner', 'tags', 'note']
    await Promise.all(fields.map((field) => change(thing, [cell(field, '', 'x')])))
    expect(await valuesOf(thing)).toEqual({ owner: 'x', tags: 'x', note: 'x' })
  })

  test('the help desk may write notes; tags and owner need the permission to change', async () => {
    const thing = phone('HELP', '400')
    expect((await change(thing, [cell('note', '', 'Called twice')], reader)).status).toBe(200)
    const refused = await change(thing, [cell('note', 'Called twice', ''), cell('tags', '', 'vip')], reader)
    expect(refused.value).toMatchObject({ code: 'FORBIDDEN' })
    expect(
      (await ask('saveAnnotationField', { name: 'Room', type: 'text', kinds: ['device'] }, reader)).value,
    ).toMatchObject({ code: 'FORBIDDEN' })
    const nobody = await proxy.call('console.readAnnotation', { kind: 'device', identifiers: ['id:1'] })
    expect(nobody.value).toMatchObject({ code: 'SIGNED_OUT' })
  })

  test('a note does not add identifiers or names to a known device', async () => {
    const [tagged, victim] = [phone('TAGGED', '800'), phone('VICTIM', '801')]
    await change(tagged, [cell('tags', '', 'vip')])
    const both = { ...tagged, identifiers: [...tagged.identifiers, ...victim.identifiers] }
    for (const cookie of [reader, chief])
      expect((await change(both, [cell('note', '', 'x')], cookie)).value).toMatchObject({ code: 'INVALID_INPUT' })
    const learned = { ...tagged, label: 'Renamed', identifiers: ['serial:tagged', 'udid:of-another'] }
    expect((await change(learned, [cell('note', '', 'Seen')], reader)).status).toBe(200)
    expect(await valuesOf(victim)).toEqual({})
    expect(await valuesOf({ ...victim, identifiers: ['udid:of-another'] })).toEqual({})
    const label = async () => (await ask('listAnnotations', { kind: 'device', search: 'Seen' })).value.rows
    expect(await label()).toMatchObject([{ label: 'Phone TAGGED', values: { tags: 'vip', note: 'Seen' } }])
    await change(learned, [cell('tags', 'vip', 'spare')])
    expect(await label()).toMatchObject([{ label: 'Renamed' }])
    expect(await valuesOf({ ...victim, identifiers: ['udid:of-another'] })).toMatchObject({ tags: 'spare' })
  })

  test('custom fields keep their type, and their values when renamed, removed and defined again', async () => {
    const save = async (given: object) => (await ask('saveAnnotationField', { kinds: ['device'], ...given })).value
    const cost = await save({ name: 'Cost', type: 'number' })
    const pool = await save({ name: 'Pool', type: 'choice', choices: ['Loan', 'Spare', 'loan'] })
    const due = await save({ name: 'Return by', type: 'date' })
    const checked = await save({ name: 'Checked', type: 'yes-no' })
    const [id, choice, date, flag] = [cost, pool, due, checked].map((field) => field.id) as [
      string,
      string,
      string,
      string,
    ]
    const thing = phone('TYPED', '500')
    const wrong = async (field: string, typed: string) => (await change(thing, [cell(field, '', typed)])).value.message
    expect(await wrong(id, 'a lot')).toContain('Cost: must be a number')
    expect(await wrong(choice, 'Gift')).toContain('must be one of: loan, Spare')
    expect(await wrong(date, '2026-02-30')).toContain('must be a date')
    expect(await wrong(flag, 'maybe')).toContain('must be yes or no')
    expect(await wrong('nothing', 'x')).toContain('is not a field of this site')
    expect(await wrong('note', '-----BEGIN OPENSSH PRIVATE KEY-----')).toContain('must not contain a private key')
    const typed = [
      cell(id, '', '007.50'),
      cell(choice, '', 'SPARE'),
      cell(date, '', '2026-12-31'),
      cell(flag, '', 'TRUE'),
    ]
    expect((await change(thing, typed)).status).toBe(200)
    const kept = { [id]: '7.5', [choice]: 'Spare', [date]: '2026-12-31', [flag]: 'yes' }
    expect(await valuesOf(thing)).toEqual(kept)
    expect(await save({ name: 'owner', type: 'text' })).toMatchObject({ field: 'name' })
    expect(await save({ field: id, name: 'Price', type: 'text' })).toMatchObject({ field: 'type' })
    expect(await save({ field: id, name: 'Price', type: 'number' })).toMatchObject({ id, name: 'Price' })
    await ask('removeAnnotationField', { field: id })
    expect((await ask('listAnnotationFields', {})).value.fields).toHaveLength(3)
    expect(await save({ name: 'price', type: 'number' })).toMatchObject({ id, name: 'price' })
    expect(await valuesOf(thing)).toEqual(kept)
  })

  test('objects are listed by tag, owner, field and text, with all existing tags', async () => {
    const host = (subject: string) => ({
      kind: 'host',
      subject,
      label: subject,
      identifiers: identifiersOf.host(subject),
    })
    await change(host('web-1'), [cell('tags', '', 'prod, web'), cell('owner', '', 'Ümit')])
    await change(host('web-2'), [cell('tags', '', 'web-test')])
    await change(host('db-1'), [cell('tags', '', 'prod'), cell('note', '', 'Moves in 100% of cases')])
    await change(host('db-1'), [cell('note', 'Moves in 100% of cases', 'Moves in 5 % of cases')])
    const listed = async (filter: object) => {
      const { value } = await ask('listAnnotations', { kind: 'host', ...filter }, reader)
      return (value.rows as { subject: string }[]).map(({ subject }) => subject).toSorted()
    }
    expect(await listed({ field: 'tags', value: 'PROD' })).toEqual(['db-1', 'web-1'])
    expect(await listed({ field: 'tags', value: 'web' })).toEqual(['web-1'])
    expect(await listed({ field: 'owner', value: 'ümit' })).toEqual(['web-1'])
    expect(await listed({ search: '5 %' })).toEqual(['db-1'])
    expect(await listed({ search: 'WEB-' })).toEqual(['web-1', 'web-2'])
    await change(host('Übersee-Ⅳ'), [cell('tags', '', 'far')])
    for (const search of ['übersee', 'ÜBERSEE-iv']) expect(await listed({ search }), search).toEqual(['Übersee-Ⅳ'])
    await change(host('Übersee-Ⅳ'), [cell('tags', 'far', '')])
    await change(host('web-2'), [cell('tags', 'web-test', '')])
    expect(await listed({})).toEqual(['db-1', 'web-1'])
    const { value } = await ask('listAnnotations', { kind: 'host' })
    expect(value).toMatchObject({
      total: 2,
      tags: [
        { tag: 'prod', count: 2 },
        { tag: 'web', count: 1 },
      ],
    })
    const many = await ask('readAnnotations', { kind: 'host', things: [['name:db-1'], ['name:none'], ['name:web-1']] })
    expect(many.value.rows).toMatchObject([{ tags: 'prod' }, {}, { owner: 'Ümit' }])
  })

  test('a text finds objects of all kinds that the user may read, each once, exact values first', async () => {
    const computer = { kind: 'computer', subject: 'c-9', label: 'Kasse 9', identifiers: ['id:c-9'] }
    await change(phone('LOOK', '900'), [cell('owner', '', 'Ólöf Zoëga'), cell('note', '', 'Zoëga moves to Akureyri')])
    await change(phone('OTHER', '901'), [cell('tags', '', 'zoëga, spare')])
    await change(computer, [cell('owner', '', 'Zoëga')])
    const field = await ask('saveAnnotationField', { name: 'Shelf', type: 'text', kinds: ['computer'] })
    const shelf = field.value.id as string
    await change(computer, [cell(shelf, '', 'B-17')])
    const found = async (text: string, cookie = chief, more: object = {}) =>
      (await ask('lookUpAnnotations', { text, ...more }, cookie)).value.rows
    const ofComputer = { kind: 'computer', subject: 'c-9', label: 'Kasse 9', field: 'Owner', value: 'Zoëga' }
    const ofPhones = [
      { kind: 'device', subject: '901', label: 'Phone OTHER', field: 'Tags', value: 'spare, zoëga' },
      expect.objectContaining({ kind: 'device', subject: '900', label: 'Phone LOOK' }) as unknown,
    ]
    expect(await found('ZOËGA')).toEqual([ofComputer, ...ofPhones])
    expect(await found('zoëga', chief, { limit: 1 })).toEqual([ofComputer])
    expect(await found('b-17')).toEqual([{ ...ofComputer, field: 'Shelf', value: 'B-17' }])
    expect(await found('zoëga', await proxy.signIn('nobody')), 'no permission for any kind').toEqual([])
    expect(await found('100%_')).toEqual([])
    await ask('removeAnnotationField', { field: shelf })
    expect(await found('b-17'), 'a removed field is not shown').toEqual([])
    expect((await ask('lookUpAnnotations', { text: 'z' })).value).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('an import previews its changes, and its undo keeps later edits', async () => {
    const [one, two] = [phone('I1', '601'), phone('I2', '602')]
    await change(one, [cell('owner', '', 'Ada')])
    const listed = [one, two, phone('TWICE', '603'), phone('TWICE', '604')].map(({ subject, label }) => ({
      device_id: subject,
      device_name: label,
      serial_number: label.replace('Phone ', ''),
    }))
    proxy.mdm.answer((_, response) =>
      json(response, { devices: listed, metadata: { total_record_count: listed.length } }),
    )
    const rows = [
      { line: 2, name: 'i1', values: { owner: 'Ada', tags: 'spare', note: '' } },
      { line: 3, name: 'I2', values: { owner: 'Grace', nothing: 'x', note: '-' } },
      { line: 5, name: 'I1', values: { owner: 'Bob' } },
      { line: 6, name: 'twice', values: { owner: 'Bob' } },
      { line: 7, name: 'gone', values: { owner: 'Bob' } },
    ]
    const file = { kind: 'device', column: 'Serial number', rows }
    const { value: preview } = await ask('previewAnnotationImport', file)
    const planned = ({ subject, label, identifiers }: typeof one) => ({ subject, label, identifiers })
    expect(preview).toEqual({
      changed: [
        { ...planned(one), changes: [cell('tags', '', 'spare')] },
        { ...planned(two), changes: [cell('owner', '', 'Grace')] },
      ],
      same: 2,
      unknown: [
        { line: 5, name: 'I1', why: 'Duplicate row: the first one is used' },
        { line: 6, name: 'twice', why: '2 have this name' },
        { line: 7, name: 'gone', why: 'No device found' },
      ],
      refused: [{ label: 'Phone I2', field: 'nothing', value: 'x', problem: 'is not a field of this site' }],
    })
    const byModel = await ask('previewAnnotationImport', { ...file, column: 'Model' })
    expect(byModel.value).toMatchObject({ code: 'INVALID_INPUT', field: 'column' })
    expect((await ask('previewAnnotationImport', file, reader)).value).toMatchObject({ code: 'FORBIDDEN' })
    expect(await valuesOf(two)).toEqual({})
    const things = [
      { ...one, changes: [cell('tags', '', 'spare')] },
      { ...two, changes: [cell('owner', '', 'Grace'), cell('note', '', 'New')] },
    ].map(({ subject, label, identifiers, changes }) => ({ subject, label, identifiers, changes }))
    await change(one, [cell('tags', '', 'vip')]) // after the preview
    const sent = { kind: 'device', file: 'assets.csv', things }
    expect((await ask('importAnnotations', sent, reader)).value).toMatchObject({ code: 'FORBIDDEN' })
    const { value: done } = await ask('importAnnotations', sent)
    expect(done).toMatchObject({ changed: 2, kept: [{ label: 'Phone I1', field: 'tags', now: 'vip', by: 'chief' }] })
    expect((await ask('listAnnotationImports', {}, reader)).value.rows).toMatchObject([
      { file: 'assets.csv', changed: 2 },
    ])
    await change(two, [cell('note', 'New', 'Given to Joan')], reader)
    const { value: undone } = await ask('undoAnnotationImport', { kind: 'device', import: done.import })
    expect(undone.undone).toBe(1)
    expect(undone.kept as UnchangedCell[]).toMatchObject([{ field: 'note', now: 'Given to Joan', by: 'reader' }])
    expect(await valuesOf(two)).toMatchObject({ owner: '', note: 'Given to Joan' })
    const again = await ask('undoAnnotationImport', { kind: 'device', import: done.import })
    expect(again.value).toMatchObject({ code: 'INVALID_INPUT', field: 'import' })
    const elsewhere = await ask('undoAnnotationImport', { kind: 'host', import: done.import })
    expect(elsewhere.value).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('a long import is completed after its page was closed, in batches, and undone as a whole', async () => {
    const hosts = Array.from({ length: 2 * maxThings }, (_, at) => `large-${at}`)
    const things = hosts.map((subject) => ({
      subject,
      label: subject,
      identifiers: identifiersOf.host(subject),
      changes: [cell('owner', '', 'Ada')],
    }))
    const body = JSON.stringify({ kind: 'host', file: 'large.csv', things })
    const headers = {
      'x-triptych': '1',
      cookie: chief,
      'content-type': 'application/json',
      'content-length': body.length,
    }
    const sent = request(`${proxy.origin}/api/console.importAnnotations`, { method: 'POST', headers })
    const answered = vi.fn<() => void>()
    sent.on('response', answered).on('error', () => undefined)
    sent.end(body)
    await once(sent, 'finish')
    await delay(20)
    sent.destroy()
    const told = async () => {
      const { value } = await ask('listAnnotationImports', {})
      return (value.rows as { file: string; changed: number; import: string }[]).find(
        ({ file }) => file === 'large.csv',
      )
    }
    await expect.poll(async () => (await told())?.changed, { timeout: 60_000 }).toBe(things.length)
    expect(answered).not.toHaveBeenCalled()
    const undone = await ask('undoAnnotationImport', { kind: 'host', import: (await told())?.import })
    expect(undone.value).toEqual({ undone: things.length, kept: [] })
  })

  test('undoing a long import does not block other requests', async () => {
    const hosts = Array.from({ length: 12 }, (_, at) => `bulk-${at}`)
    const things = hosts.map((subject) => ({
      subject,
      label: subject,
      identifiers: identifiersOf.host(subject),
      changes: [cell('owner', '', 'Ada')],
    }))
    const sent = { kind: 'host', file: 'hosts.csv' }
    const { value: first } = await ask('importAnnotations', { ...sent, things })
    let isOver = false
    let turns = 0
    const place = { site: 'test', kind: 'host' } as const
    const undone = undoImport(proxy.tables, place, first.import as string, 'chief', 5).finally(() => {
      isOver = true
    })
    const enough = 2
    const count = () => {
      turns += 1
      if (!isOver && turns < enough) setImmediate(count) // counting on would take the processor from PostgreSQL
    }
    setImmediate(count)
    expect(await undone).toEqual({ undone: 12, kept: [] })
    expect(turns).toBe(enough)
    expect((await ask('listAnnotationImports', {})).value.rows).toMatchObject([{ undoneBy: 'chief' }, {}, {}])
  })

  test('each change is in the audit with its object, and never with the content', async () => {
    await change(phone('AUDIT', '700'), [cell('note', '', 'Canary of the audit')])
    const entries = await proxy.tables
      .selectFrom('proxy_audit')
      .select(['user_name', 'target'])
      .where('action', '=', 'console.changeAnnotation')
      .orderBy('id', 'desc')
      .execute()
    expect(entries[0]).toEqual({ user_name: 'chief', target: 'kind: device, subject: 700, label: Phone AUDIT' })
    expect(JSON.stringify(entries)).not.toContain('Canary')
  })
})
