import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { writtenWork } from '#crypto/written-work.ts'
import { fairGate, type Lane } from '#platform/limits/fair-gate.ts'

const derive = promisify(argon2)

/** Hashes a password of any length and script, after Unicode normalization. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const cost = { ...writtenWork.passwords }
  const parameters = { ...cost, message: utf8(password), nonce: salt, tagLength: 32 }
  const done = await inTurn(ours, () => derive('argon2id', parameters))
  if (!done) throw new Error('A password that is set waits as long as it takes')
  return [
    '$argon2id$v=19',
    `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`,
    salt.toString('base64'),
    done.result.toString('base64'),
  ].join('$')
}

/** Verifies a password. Missing accounts take the same time. Undefined if too many verifications are waiting. */
export async function passwordMatches(
  password: string,
  hash?: string,
  lane: Lane = ours,
): Promise<boolean | undefined> {
  const [, , , parameters = '', salt = '', wanted = ''] = (hash ?? (await nobodysHash)).split('$')
  const [memory = 0, passes = 0, parallelism = 0] = parameters.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(wanted, 'base64')
  const done = await inTurn(lane, () =>
    derive('argon2id', {
      memory,
      passes,
      parallelism,
      message: utf8(password),
      nonce: Buffer.from(salt, 'base64'),
      tagLength: expected.length,
    }),
  )
  return done && timingSafeEqual(done.result, expected)
}

const utf8 = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8')

/** Each hash takes 46 MB and a thread of Node's pool, so at most two run concurrently. */
const inTurn = fairGate({ concurrency: 2, strangers: 1, waitingOfPlace: 64, waiting: 256 })
const ours: Lane = { place: 'here', isKnown: true }

const nobodysHash = hashPassword(randomBytes(32).toString('hex'))
