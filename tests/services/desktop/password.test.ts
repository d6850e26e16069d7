import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from '#services/desktop/password.ts'

test('a guess at a password takes 46 MiB of argon2id, and the hash says so', async () => {
  const hash = await hashPassword('Grüße aus Triptych')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(await passwordMatches('Grüße aus Triptych', hash)).toBe(true)
  expect(await passwordMatches('Grüsse aus Triptych', hash)).toBe(false)
})
