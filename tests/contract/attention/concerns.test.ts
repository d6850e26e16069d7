import { describe, expect, test } from 'vitest'
import { approvalConcerns } from '#contract/attention/approval-concerns.ts'
import {
  expiringCertificates,
  moreCertificates,
  vulnerableHosts,
  weakCertificates,
} from '#contract/attention/certificate-concerns.ts'
import { commandConcerns, devicesInAudit, endingKeys } from '#contract/attention/command-concerns.ts'
import { moreHosts, troubledHosts } from '#contract/attention/host-concerns.ts'
import { changedHostKeys } from '#contract/attention/host-key-concerns.ts'
import { type Concern, type ConcernKind, takingTurns } from '#contract/attention/concern.ts'
import { renewalConcerns } from '#contract/attention/renewal-concerns.ts'
import { scheduleConcerns } from '#contract/attention/schedule-concerns.ts'
import { failedInstallations, silentComputers, silentDevices } from '#contract/attention/silence-concerns.ts'
import { inventoryOf } from '#contract/keys/rules/inventory.ts'
import { type Revocations, revocationsOf } from '#contract/keys/rules/revocation-state.ts'
import { paths } from '#paths.ts'

const now = Date.UTC(2026, 10, 21, 12)
const day = 86_400_000
const iso = (days: number) => new Date(now + days * day).toISOString()

test('a host with a changed key is urgent, with both fingerprints, and leads to its page', () => {
  const rows = [
    { ResourceName: 'web-1', Change: { Type: 'ssh-ed25519', Known: 'SHA256:old', Seen: 'SHA256:new' } },
    { ResourceName: 'web-2', HostKey: 'SHA256:same' },
  ]
  expect(changedHostKeys(rows, paths)).toEqual([
    {
      id: 'host key web-1',
      state: 'SHA256:new',
      kind: 'host-key',
      urgent: true,
      title: 'web-1',
      why: 'SSH host key changed: known SHA256:old, shown SHA256:new. Nothing is sent to the host',
      to: paths.sshHost('web-1'),
    },
  ])
})

test('a renewal that failed, waits or is not deployed leads to its request; others are no concern', () => {
  const named = (CSR_ID: number) => ({
    CSR_ID,
    server: 'Public CA',
    renews: true,
    challenges: [{ name: `${CSR_ID}.test` }],
  })
  const rows = [
    { ...named(1), status: 'invalid', renewalProblem: 'The file is missing.', RenewalFailedAt: '2026-11-20T00:00:00Z' },
    { ...named(2), status: 'pending' },
    { ...named(3), status: 'valid', RenewedAt: '2026-11-20T00:00:00Z', isInUse: false },
    { ...named(4), status: 'valid', RenewedAt: '2026-11-20T00:00:00Z', isInUse: true },
    { ...named(5), status: 'valid', isInUse: false },
    { ...named(6), status: 'pending', renews: false },
  ]
  expect(renewalConcerns(rows, paths).map(({ title, urgent, why, to }) => [title, urgent, why, to])).toEqual([
    ['1.test', true, 'Renewal at Public CA failed: The file is missing.', paths.request('1')],
    ['2.test', true, 'Renewal at Public CA needs you to publish its DNS record or file', paths.request('2')],
    ['3.test', false, 'Certificate renewed, not deployed yet', paths.request('3')],
  ])
})

test('what waits for a second person, or went without one, is urgent and says who asked', () => {
  const job = (id: number, decision?: 'released' | 'approved') => ({
    id,
    by: 'ada',
    counts: { waiting: 30 },
    approval: { action: 'wipe', askedAt: now, until: now, decision, note: 'Nobody is awake', at: now } as const,
  })
  const found = approvalConcerns([job(1), job(2, 'released'), job(3, 'approved')], paths)
  expect(found.map(({ title, why, urgent, to }) => [title, why, urgent, to])).toEqual([
    [
      'Wipe devices',
      'Waiting for approval: 30 devices, requested by ada, until 2026-11-21 12:00 UTC',
      true,
      paths.job('1'),
    ],
    ['Wipe devices', 'Released without a second person by ada: Nobody is awake', true, paths.job('2')],
  ])
})

test('a schedule that no person has paused, or whose last run did not start, says why; others are no concern', () => {
  const named = (id: number) => ({ id, title: `Scan ${id}` })
  const paused = (code: string, message: string) => ({ state: 'paused', why: { code, message } }) as const
  const found = (added: number, changed: number) => ({ isFirst: false, added, changed, lost: 0, places: [] })
  const last = (state: 'failed' | 'started') => ({ dueAt: 1, state, message: 'The disk is full.' })
  const rows = [
    { ...named(1), ...paused('RIGHT_LOST', 'The account of ada no longer has the permission.') },
    { ...named(2), ...paused('PAUSED', 'Paused by ada.') },
    { ...named(3), state: 'active', last: last('failed') } as const,
    { ...named(4), state: 'active', last: last('started') } as const,
    { ...named(5), state: 'active', last: { ...last('started'), found: found(2, 1) } } as const,
    { ...named(6), state: 'active', last: { ...last('started'), found: found(0, 0) } } as const,
  ]
  expect(scheduleConcerns(rows, paths).map(({ title, why, to }) => [title, why, to])).toEqual([
    ['Scan 1', 'Schedule paused: The account of ada no longer has the permission.', paths.schedule('1')],
    ['Scan 3', 'Last run failed: The disk is full.', paths.schedule('3')],
    ['Scan 5', 'Hosts since the run before: 2 new, 1 changed', paths.schedule('5')],
  ])
})

test('a host that clients do not accept leads to its page; what is counted elsewhere is not said twice', () => {
  const host = (Host: string, Problems: string[]) => ({ Host, Port: 443, State: 'bad', Problems })
  const rows = [
    host('web.test', ['chain', 'issuer', 'suites']),
    host('old.test', ['heartbleed', 'old-only']),
    host('::1', ['undeployed']),
  ]
  expect(troubledHosts(rows, paths)).toEqual([
    {
      id: 'host web.test:443',
      state: 'chain issuer',
      kind: 'host',
      urgent: false,
      title: 'web.test:443',
      why: 'TLS host: Incomplete chain, Unknown issuer',
      to: paths.tlsHost('web.test:443'),
    },
    expect.objectContaining({ title: '[::1]:443', urgent: true, why: 'TLS host: Deployed, not served' }),
  ])
  expect(moreHosts(0, paths)).toEqual([])
  expect(moreHosts(3, paths)).toMatchObject([{ why: '3 other hosts need action', to: paths.tlsHostsIn('bad') }])
})

describe('certificates', () => {
  const expiring = (rows: object[], revocations?: Revocations) =>
    expiringCertificates(inventoryOf(rows, now, revocations), now, paths)
  const weaknesses = (rows: object[], revocations?: Revocations) =>
    weakCertificates(inventoryOf(rows, now, revocations), now, paths)
  const certificate = (id: number, days: number, more = {}) => ({
    CertID: id,
    'Common Name': `c${id}`,
    ExpiryDate: iso(days),
    ...more,
  })

  test('the one that ends next comes first; what ends later than in 30 days is no concern', () => {
    const found = expiring([certificate(1, 29.5), certificate(2, 40), certificate(3, -3.5), certificate(4, 0.5)])
    expect(found.map(({ title, why, urgent }) => [title, why, urgent])).toEqual([
      ['c3', 'Certificate expired 3 days ago', true],
      ['c4', 'Certificate expires within a day', true],
      ['c1', 'Certificate expires in 29 days', false],
    ])
    expect(found[0]?.to).toBe('/certificates/inventory/3')
  })

  test('one that was seen in several places is one concern, and a date that cannot be read is none', () => {
    const twice = [certificate(1, 3), certificate(1, 3), { CertID: 2, 'Common Name': 'odd', ExpiryDate: 'soon' }]
    expect(expiring(twice)).toHaveLength(1)
  })

  test('a weak signature and a short key are named; no key length is no weakness', () => {
    const rows = [
      certificate(1, 90, { SignatureAlgorithm: 'SHA1withRSA', KeyStrength: '2048' }),
      certificate(2, 90, { SignatureAlgorithm: 'SHA256withRSA', KeyStrength: '1024' }),
      certificate(3, 90, { SignatureAlgorithm: 'SHA256withRSA', KeyStrength: '' }),
      certificate(4, 90, { SignatureAlgorithm: 'SHA384withECDSA', KeyStrength: '256' }),
      certificate(5, -1, { SignatureAlgorithm: 'MD5withRSA', KeyStrength: '512' }),
    ]
    expect(weaknesses(rows).map(({ why }) => why)).toEqual([
      'Certificate with a weak signature: SHA-1',
      'Certificate with a weak key: RSA 1024',
    ])
  })

  test('what is revoked for good is no concern any more; what is on hold, or not known to be revoked, is', () => {
    const weak = { SignatureAlgorithm: 'SHA1withRSA' }
    const rows = [1, 2, 3].map((id) => certificate(id, 3, weak))
    const revocations = revocationsOf([
      { CertID: 1, revokedAt: iso(-1), revoke_reason: 4 },
      { CertID: 2, revokedAt: iso(-1), revoke_reason: 6 },
    ])
    const titles = (found: Concern[]) => found.map(({ title }) => title)
    expect(titles(expiring(rows, revocations))).toEqual(['c2', 'c3'])
    expect(titles(weaknesses(rows, revocations))).toEqual(['c2', 'c3'])
    expect(titles(expiring(rows))).toEqual(['c1', 'c2', 'c3'])
  })

  test('of more than are named one by one, it is said how many there are', () => {
    const [more] = moreCertificates('expiring', 1_234, paths)
    expect(more).toMatchObject({ why: '1,234 other certificates are expired or about to expire', to: '/certificates' })
    expect(moreCertificates('weak', 0, paths)).toEqual([])
  })

  test('a weakness that the service does not count is not claimed to be absent or there', () => {
    expect(vulnerableHosts({ Heartbleed: 1, Revoked: 0 }, paths).map(({ title, why, to }) => [title, why, to])).toEqual(
      [['Heartbleed', '1 host', '/discovery/vulnerabilities?weakness=Heartbleed']],
    )
    expect(vulnerableHosts(undefined, paths)).toEqual([])
  })
})

describe('silence', () => {
  test('a device is silent from 30 days on; no contact that is known is said as that', () => {
    const rows = [
      { device_id: '1', device_name: 'Old', last_contact_time: now - 30 * day },
      { device_id: '2', device_name: 'New', last_contact_time: now - 29 * day },
      { device_id: '3', serial_number: 'S3' },
    ]
    expect(silentDevices(rows, now, paths).map(({ title, why }) => [title, why])).toEqual([
      ['Old', 'Enrolled device: no contact for 30 days'],
      ['S3', 'Enrolled device: no contact reported'],
    ])
  })

  test('a desktop goes by its id as text, which loses no digit', () => {
    const rows = [
      {
        resource_id: '90074000000000000',
        resource_id_string: '90074000000000008',
        resource_name: 'PC',
        agent_last_contact_time: -1,
      },
    ]
    expect(silentComputers(rows, now, paths)[0]).toMatchObject({
      why: 'Agent: no contact reported',
      to: '/desktops/computers/90074000000000008',
    })
    expect(failedInstallations(rows, paths)[0]?.to).toBe('/desktops/computers/90074000000000008')
  })
})

describe('commands and keys', () => {
  const command = (status: number, hoursAgo: number) => ({
    command_history_id: '7',
    command_name: 'lock',
    command_status: status,
    added_time: now - hoursAgo * 3_600_000,
  })

  test('a failed command is a concern, and one under way only after a day; success and unknown numbers are none', () => {
    const of = (...commands: ReturnType<typeof command>[]) =>
      commandConcerns([{ device_id: '9', commands }], now, paths)
    expect(of(command(0, 1))[0]).toMatchObject({
      kind: 'failed',
      to: `/devices/9/commands?entry=7&sent=${now - 3_600_000}`,
    })
    expect(of(command(1, 23), command(3, 23), command(2, 99), command(8, 99), command(-1, 99))).toEqual([])
    expect(of(command(3, 25))[0]?.kind).toBe('stuck')
  })

  test('the audit tells which devices something was sent to, each once', () => {
    const entry = (action: string, target: string, result: 'done' | 'refused' = 'done') =>
      ({ id: 1, at: now, site: '', user: '', address: '', action, target, result, code: '' }) as const
    expect(
      devicesInAudit([
        entry('mdm.sendCommand', 'device_id: 11, action_name: lock'),
        entry('mdm.wipeDevice', 'device_id: 11'),
        entry('mdm.sendCommand', 'device_id: 12', 'refused'),
        entry('keys.deleteSshKey', 'device_id: 13'),
      ]),
    ).toEqual(['11'])
  })

  test('a key is a concern from 30 days before its end', () => {
    const connection = (days: number) =>
      ({
        name: 'mdm',
        key: { source: 'console', since: 0, expiresAt: now + days * day },
      }) as const
    const of = (days: number) => endingKeys([connection(days)], now, paths).map(({ why, urgent }) => [why, urgent])
    expect(of(31)).toEqual([])
    expect(of(20)).toEqual([['Expires in 20 days', false]])
    expect(of(-1)).toEqual([['Expired: rejected by the server', true]])
  })
})

test('the most numerous kind does not crowd out the others, and what is urgent comes first in each turn', () => {
  const concern = (kind: ConcernKind, id: string, urgent = false): Concern => ({
    kind,
    id,
    urgent,
    state: '',
    title: id,
    why: '',
    to: '',
  })
  const many = Array.from({ length: 50 }, (_, at) => concern('silent', `s${at}`))
  const all = [...many, concern('weak', 'w'), concern('failed', 'f1'), concern('failed', 'f2', true)]
  expect(
    takingTurns(all)
      .slice(0, 5)
      .map(({ id }) => id),
  ).toEqual(['f2', 'w', 's0', 'f1', 's1'])
  expect(takingTurns(all)).toHaveLength(all.length)
  const [first] = takingTurns([concern('failed', 'f'), concern('expiring', 'revoked, and still in use', true)])
  expect(first?.kind).toBe('expiring')
})
