import { expect, test } from 'vitest'
import { fromBase64, writePem } from '#crypto/pem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { openSshLabel } from '#crypto/ssh/openssh-file.ts'
import { type OpenedSshKey, openSshKey } from '#crypto/ssh/ssh-key.ts'
import { corpus } from '../corpora.ts'
import { cpuMilliseconds } from '../cpu-time.ts'
import { refusalOf } from '../refusal-of.ts'
import { randomNumbers } from './random-numbers.ts'
import { sshVectors, vectorFile } from './vectors.ts'

const passphrase = 'pä55 phrase'

test.for([
  ['a million bcrypt rounds', () => opensshWithRounds(1_000_000)],
  ['65 bcrypt rounds', () => opensshWithRounds(65)],
  ['6 million PBKDF2 iterations', () => vectorFile('pbkdf2.costly.key')],
  ['6 million iterations of triple DES', () => vectorFile('pbe-des3.costly.key')],
  ['scrypt over a gigabyte', () => vectorFile('scrypt.costly.key')],
  ['Argon2 with 4 GiB of memory', () => puttyWith('Argon2-Memory: 8192', 'Argon2-Memory: 4194304')],
  ['Argon2 with 4 billion passes', () => puttyWith('Argon2-Passes: 3', 'Argon2-Passes: 4000000000')],
  ['Argon2 with 65,536 lanes', () => puttyWith('Argon2-Parallelism: 1', 'Argon2-Parallelism: 65536')],
] as const)('a file that asks for %s is refused before it costs anything', ([, file]) => {
  const content = file()
  const spent = cpuMilliseconds(() => {
    expect(refusalOf(() => openSshKey(content, passphrase))).toMatchObject({ reason: 'too-costly', field: 'file' })
  })
  expect(spent).toBeLessThan(100)
})

test.for([
  ['no bcrypt rounds', () => opensshWithRounds(0)],
  ['no Argon2 passes', () => puttyWith('Argon2-Passes: 3', 'Argon2-Passes: 0')],
  ['no Argon2 memory', () => puttyWith('Argon2-Memory: 8192', 'Argon2-Memory: 0')],
  ['a short Argon2 salt', () => puttyWith(/Argon2-Salt: .*/, 'Argon2-Salt: 00')],
  ['a million lines of key', () => puttyWith('Private-Lines: 1', 'Private-Lines: 1000000')],
  ['a negative number of lines', () => puttyWith('Private-Lines: 1', 'Private-Lines: -1')],
] as const)('a file with %s is called damaged', ([, file]) => {
  expect(refusalOf(() => openSshKey(file(), passphrase))).toMatchObject({ reason: 'damaged', field: 'file' })
})

/** The key or the refusal. Anything else that is thrown, and an answer that takes long, fails the test. */
function opened(file: Buffer | string, passphrase = ''): OpenedSshKey | Refusal {
  let answer: OpenedSshKey | Refusal | undefined
  const spent = cpuMilliseconds(() => {
    try {
      answer = openSshKey(file, passphrase)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      answer = error
    }
  })
  expect(spent).toBeLessThan(1000)
  return answer ?? expect.unreachable()
}

const plain = sshVectors.filter((vector) => vector.passphrase === '' && vector.bits <= 2048)

test.for(plain)('$file with a changed byte is refused, or is still the same key', ({ file, sha256, format }) => {
  const original = vectorFile(file)
  const random = randomNumbers(file)
  for (let round = 0; round < 60; round++) {
    const altered = Buffer.from(original)
    altered[random(altered.length)] = random(256)
    const answer = opened(altered)
    // Only these formats hold the public half twice, or a digest.
    const isGuarded = format === 'openssh' || format === 'putty'
    if (isGuarded && !(answer instanceof Refusal)) expect(answer.fingerprint).toBe(sha256)
  }
})

test.for(plain)('$file cut short anywhere is refused, or is still the same key', ({ file, sha256 }) => {
  const original = vectorFile(file)
  for (let length = 0; length < original.length; length += 1 + Math.floor(original.length / 80)) {
    const answer = opened(original.subarray(0, length))
    if (!(answer instanceof Refusal)) expect(answer.fingerprint).toBe(sha256)
  }
})

test('garbage inside a well-formed envelope is refused', () => {
  const random = randomNumbers('garbage')
  const labels = [openSshLabel, 'PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'X']
  for (let round = 0; round < 300; round++) {
    const bytes = Buffer.from(Array.from({ length: random(400) }, () => random(256)))
    expect(opened(writePem(labels[round % labels.length] ?? '', bytes), passphrase)).toBeInstanceOf(Refusal)
  }
})

const files = corpus('sshkeys')

test.skipIf(files.length === 0)(
  'every file of the OpenSSH test data (where at hand) opens or is refused in time',
  () => {
    const answers = new Map(files.map(({ name, bytes }) => [name, opened(bytes, 'mekmitasdigoat')]))
    const fingerprints = files.filter(({ name }) => /^(rsa|ecdsa|ed25519)_\d\.fp$/.test(name))
    expect(fingerprints.length).toBeGreaterThan(0)
    for (const { name, bytes } of fingerprints) {
      expect(answers.get(name.replace('.fp', ''))).toMatchObject({ fingerprint: bytes.toString().trim() })
    }
    for (const name of ['rsa_1', 'rsa_1_pw', 'rsa_1_sha1', 'rsa_2', 'rsa_n', 'ecdsa_1_pw', 'ecdsa_n_pw', 'ed25519_1']) {
      expect(answers.get(name), name).toHaveProperty('fingerprint')
    }
    for (const name of ['ecdsa_sk1', 'ecdsa_sk1_pw', 'ed25519_sk1', 'mldsa44_ed25519_1_pw', 'mldsa44_ed25519_2']) {
      expect(answers.get(name), name).toMatchObject({ reason: 'unsupported' })
    }
    for (const name of ['ecdsa_1.pub', 'rsa_1-cert.pub', 'LICENCE', 'rsa_1.param.p']) {
      expect(answers.get(name), name).toMatchObject({ reason: 'not-recognized' })
    }
  },
)

function opensshWithRounds(rounds: number): string {
  const lines = vectorFile('aes256-cbc.key').toString().trim().split('\n')
  const bytes = Buffer.from(fromBase64(lines.slice(1, -1).join(''), 'The vector'))
  const saltBytes = 16
  bytes.writeUInt32BE(rounds, bytes.indexOf('bcrypt') + 'bcrypt'.length + 8 + saltBytes)
  return writePem(openSshLabel, bytes)
}

function puttyWith(line: string | RegExp, otherLine: string): Buffer {
  const text = vectorFile('ed25519-256.v3-encrypted.ppk').toString('latin1')
  expect(text.match(line)).not.toBeNull()
  return Buffer.from(text.replace(line, otherLine), 'latin1')
}
