import { expect, test } from 'vitest'
import { query } from '#api/query.ts'
import { listSshKeysOfUser } from '#contract/keys/ssh.ts'

test('a value of a server that no call takes fails with its call, and not while a page is drawn', async () => {
  const asked = query(listSshKeysOfUser, { resourceName: '', userName: 'deploy' })
  expect(asked.queryKey).toEqual([listSshKeysOfUser.id, { resourceName: '', userName: 'deploy' }])
})
