import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSshKey, openSshKey, rewriteSshKey } from '#crypto/ssh/ssh-key.ts'
import { isInstalled, run } from '../run-tool.ts'

const kinds = [
  ['ed25519', undefined],
  ['ecdsa', 256],
  ['ecdsa', 521],
  ['ssh-rsa', 2048],
  ['ssh-dss', 1024],
] as const
const cases = kinds.flatMap(([keyType, length]) =>
  (['putty-2', 'putty-3'] as const).flatMap((format) =>
    ['', 'pä55 phrase'].map((passphrase) => ({ keyType, length, format, passphrase })),
  ),
)

test.for(cases)(
  'a $keyType $length key as $format, passphrase “$passphrase”, is the same key',
  ({ keyType, length, format, passphrase }) => {
    const key = createSshKey({ keyType, length, comment: 'José @ home', passphrase })
    const file = rewriteSshKey(key.file, { passphrase, newPassphrase: passphrase, format })
    const { publicLine, fingerprint } = key
    expect(openSshKey(file, passphrase)).toMatchObject({
      fingerprint,
      comment: 'José @ home',
      format: 'putty',
      isEncrypted: passphrase !== '',
    })
    expect(openSshKey(rewriteSshKey(file, { passphrase, format: 'openssh' }))).toMatchObject({ fingerprint })

    if (!isInstalled('puttygen')) return
    const folder = mkdtempSync(join(tmpdir(), 'triptych-putty-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [path, secret] = [join(folder, 'key.ppk'), join(folder, 'passphrase')]
    writeFileSync(path, file, { mode: 0o600 })
    writeFileSync(secret, passphrase)
    // It opens the private half for this, and so proves the passphrase and the digest of the file.
    run('puttygen', [
      path,
      '--old-passphrase',
      secret,
      '-O',
      'private-openssh',
      '-o',
      join(folder, 'back'),
      '--new-passphrase',
      '/dev/null',
    ])
    expect(run('puttygen', [path, '--old-passphrase', secret, '-L']).split(' ').slice(0, 2)).toEqual(
      publicLine.split(' ').slice(0, 2),
    )
  },
)
