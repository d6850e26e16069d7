// createsshkey, getAllSSHKeys to exportSSHKey, addSSHKey, deleteSSHKey and getPGPKey, as another program sees them; ssh-keygen and gpg say whether the keys are good.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask as run, isInstalled } from '../../../crypto/x509/tools.ts'
import { done } from './wire-calls.ts'
import { startWire, type Wire } from './wire.ts'

const isThere = isInstalled('ssh-keygen')
let wire: Wire
beforeAll(async () => {
  wire = await startWire()
})
afterAll(() => wire.stop())

/** ssh-keygen at a private key that only its owner may read. */
const keygen = (key: Uint8Array, args: string) =>
  run('sh', ['-c', `umask 077; cp key private; ssh-keygen ${args} -f private`], { key })
const passPhrase = 'a "pass" phrase & more + ü%41'
const quoted = `'${passPhrase}'`
const created = done('CreateSSHKey', 'New SSH key created successfully')

const kinds = [
  ['ssh-rsa', '1024', '1024'],
  ['ssh-rsa', '2048', '2048'],
  ['ssh-rsa', '4096', '4096'],
  ['ssh-dss', '1024', '1024'],
  ['ed25519', undefined, '256'],
  ['ed25519', '', '256'],
  ['ecdsa', '256', '256'],
  ['ecdsa', '384', '384'],
  ['ecdsa', '521', '521'],
] as const
const nameOf = (keyType: string, length = 'none') => `${keyType} of ${length}.`

describe('createsshkey, getSSHKey, exportSSHKey and getSSHKeyPassphrase', () => {
  test.each(kinds)(
    'a key of type %s and length %s opens with its passphrase, and with no other',
    async (keyType, length, bits) => {
      const keyName = nameOf(keyType, length)
      const made = await wire.post('createsshkey', { keyName, passPhrase, comment: 'a comment', length, keyType })
      expect([made.status, made.json()]).toEqual([200, created])

      const got = (await wire.post('getSSHKey', { keyName })).json()
      const FingerPrint = expect.stringMatching(/^SHA256:[\w+/]{43}$/) as string
      const CreationTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string
      const about = { KeyName: keyName, KeyType: keyType, KeyLength: bits, isPassphraseAvailable: true }
      const row = { ...about, FingerPrint, CreatedBy: 'admin', CreationTime }
      expect(got).toEqual(done('getSSHKey', expect.any(String), { details: [row], totalRows: 1 }))

      const file = await wire.post('exportSSHKey', { keyName }) // which half is not stated; ours is the private one
      expect(file.text).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/)
      const half = await wire.post('exportSSHKey', { keyName, keyExportType: 'private' })
      expect(half.bytes).toEqual(file.bytes)
      expect(half.headers).toMatchObject({
        'content-disposition': expect.stringContaining('attachment') as unknown,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      const line = (await wire.post('exportSSHKey', { keyName, keyExportType: 'public' })).text
      expect(line).toMatch(/^(ssh|ecdsa)-\S+ AAAA\S+ a comment\n$/)
      const told = (await wire.get('getSSHKeyPassphrase', { keyName })).json()
      expect(told).toEqual(done('getSSHKeyPassphrase', expect.any(String), { details: { passphrase: passPhrase } }))

      if (!isThere) return
      expect(keygen(file.bytes, '-l').text).toContain(
        String((got.details as { FingerPrint: string }[])[0]?.FingerPrint),
      )
      expect(keygen(file.bytes, `-y -P ${quoted}`).text).toBe(line)
      expect(keygen(file.bytes, `-y -P 'a wrong one'`)).toMatchObject({ ok: false })
      expect(keygen(file.bytes, `-y -P ''`)).toMatchObject({ ok: false })
    },
    30_000,
  )

  test('a key without a passphrase has none to tell, and opens without', async () => {
    await wire.post('createsshkey', { keyName: 'open', comment: '', keyType: 'ed25519' })
    const said = (await wire.get('getSSHKeyPassphrase', { keyName: 'open' })).json()
    expect(said).toMatchObject({
      result: { status: 'Failed', message: expect.stringMatching(/^keyName: /) as unknown },
    })
    expect((await wire.post('getSSHKey', { keyName: 'open' })).text).toContain('"isPassphraseAvailable":false')
    const { bytes } = await wire.post('exportSSHKey', { keyName: 'open' })
    if (isThere) expect(keygen(bytes, `-y -P ''`)).toMatchObject({ ok: true })
  })

  test('every length and type that the table has not is refused by name, and leaves nothing', async () => {
    const before = (await wire.get('getAllSSHKeys')).text
    for (const [keyType, length] of [
      ['ssh-rsa', '3072'],
      ['ssh-rsa', '512'],
      ['ssh-rsa', undefined],
      ['ssh-dss', '2048'],
      ['ed25519', '256'],
      ['ecdsa', '257'],
      ['ecdsa', ''],
      ['ssh-rsa', '02048'],
      ['ssh-rsa', ' 2048'],
    ]) {
      const { status, json } = await wire.post('createsshkey', { keyName: 'no', keyType, length })
      const result = { status: 'Failed', message: expect.stringMatching(/^length: /) as unknown }
      expect([keyType, length, status, json()]).toEqual([keyType, length, 200, { name: 'CreateSSHKey', result }])
    }
    for (const keyType of ['rsa', 'SSH-RSA', 'ssh-ed25519', '', 'dsa', undefined]) {
      const said = (await wire.post('createsshkey', { keyName: 'no', keyType, length: '2048' })).json()
      expect(said).toMatchObject({
        result: { status: 'Failed', message: expect.stringContaining('keyType') as unknown },
      })
    }
    expect((await wire.get('getAllSSHKeys')).text).toBe(before)
  })
})

test('getAllSSHKeys and the audit name what was made', async () => {
  const { details, totalRows } = (await wire.get('getAllSSHKeys')).json() as unknown as {
    details: { KeyName: string }[]
    totalRows: number
  }
  expect(details).toHaveLength(totalRows)
  expect(details.map(({ KeyName }) => KeyName)).toEqual(
    expect.arrayContaining(kinds.map(([keyType, length]) => nameOf(keyType, length))),
  )
  expect(await wire.audited('createsshkey')).toContain('SSH key “ssh-dss of 1024.” created')
  expect(await wire.audited('exportSSHKey')).toContain('Private half of SSH key “ecdsa of 521.” exported')
  expect(await wire.audited('exportSSHKey')).toContain('Public half of SSH key “ecdsa of 521.” exported')
  expect(await wire.audited('getSSHKeyPassphrase')).toContain('Passphrase of SSH key “ed25519 of none.” shown')
  expect((await wire.get('getAuditDetails')).text).not.toContain('phrase &')
})

describe('addSSHKey and deleteSSHKey', () => {
  const makes: [form: string, args: string][] = [
    ['OpenSSH', ''],
    ['PKCS#1', '-m PEM'],
    ['PKCS#8', '-m PKCS8'],
  ]
  test.skipIf(!isThere).each(makes)('a key that ssh-keygen wrote as %s keeps its fingerprint', async (form, args) => {
    const make = `ssh-keygen -q -t rsa -b 2048 ${args} -N 'of the import' -f key; cat key.pub`
    const { file: written } = run('sh', ['-c', make])
    const File = written('key')
    const keyName = `imported ${form}`
    const wrong = await wire.upload('addSSHKey', { keyName, passphrase: 'wrong' }, { File })
    expect(wrong.json()).toEqual({
      name: 'addSSHKey',
      result: { status: 'Failed', message: expect.stringMatching(/^passphrase: /) as unknown },
    })
    const added = await wire.upload('addSSHKey', { keyName, passphrase: 'of the import' }, { File })
    expect([added.status, added.json()]).toEqual([200, done('addSSHKey', 'SSH key imported successfully')])
    const [, fingerprint = 'none'] = run('ssh-keygen', ['-l', '-f', 'p'], { p: written('key.pub') }).text.split(' ')
    expect((await wire.post('getSSHKey', { keyName })).text).toContain(`"FingerPrint":"${fingerprint}"`)
    const { bytes } = await wire.post('exportSSHKey', { keyName })
    expect(keygen(bytes, `-l`).text).toContain(fingerprint)
    expect(keygen(bytes, `-y -P 'of the import'`)).toMatchObject({ ok: true })
    const again = await wire.upload('addSSHKey', { keyName: `${keyName} 2`, passphrase: 'of the import' }, { File })
    expect(again.json()).toMatchObject({ result: { status: 'Failed' } })
  })

  test('a deleted key is gone, by its field key_name', async () => {
    await wire.post('createsshkey', { keyName: 'short-lived', keyType: 'ed25519' })
    const twice = (await wire.post('createsshkey', { keyName: 'short-lived', keyType: 'ed25519' })).json()
    expect(twice).toMatchObject({
      result: { status: 'Failed', message: expect.stringMatching(/^keyName: /) as unknown },
    })
    expect((await wire.remove('deleteSSHKey', { keyName: 'short-lived' })).text).toContain('Failed')
    const gone = await wire.remove('deleteSSHKey', { key_name: 'short-lived', withoutDisassociation: 'true' })
    expect(gone.json()).toEqual(done('DeleteSSHKey', expect.stringMatching(/deleted/i)))
    expect((await wire.post('getSSHKey', { keyName: 'short-lived' })).text).toContain('"status":"Failed"')
    expect(await wire.audited('deleteSSHKey')).toEqual([expect.stringContaining('“short-lived”') as unknown])
  })
})

test('getPGPKey: gpg imports both halves of the key of a user whose name is escaped with backslashes', async () => {
  const User = String.raw`Ann\ \(Example\)\ \<ann\@example\.com\>`
  const priv = await wire.get('getPGPKey', { User, keyExportType: 'private' })
  const pub = await wire.get('getPGPKey', { User, keyExportType: 'public' })
  expect(priv.text).toMatch(/^-----BEGIN PGP PRIVATE KEY BLOCK-----/)
  expect(pub.text).toMatch(/^-----BEGIN PGP PUBLIC KEY BLOCK-----/)
  expect(await wire.audited('getPGPKey')).toHaveLength(3)
  expect((await wire.get('getPGPKey', { User })).text).toContain('"status":"Failed"')
  if (!isInstalled('gpg')) return
  const script = [
    'export GNUPGHOME=$PWD/g; mkdir -m 700 g; gpg --batch -q --import pub.asc && gpg --batch -q --import priv.asc',
    'echo hello | gpg --batch --trust-model always -q -er ann@example.com | gpg --batch -q -d',
    'gpg --batch --with-colons -K; gpgconf --kill all',
  ].join(';')
  const { text } = run('sh', ['-c', script], { 'pub.asc': pub.bytes, 'priv.asc': priv.bytes })
  expect(text).toMatch(/hello/)
  expect(text).toContain('<ann@example.com>')
})
