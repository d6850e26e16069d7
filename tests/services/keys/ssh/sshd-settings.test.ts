// Why the settings of an SSH server are not known: each reason leads an administrator somewhere else.
import { afterEach, expect, test, vi } from 'vitest'
import { sshdSettings } from '#services/keys/ssh/proof/sshd-settings.ts'
import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'
import type { CommandOutput } from '#services/keys/ssh/ssh-session.ts'

type Answer = CommandOutput | undefined
const asking = (runAsRoot: () => Promise<Answer>, user = 'alice') => sshdSettings({ user: 'carol', runAsRoot }, user)
const answering = (answer: Answer) => asking(() => Promise.resolve(answer))
const refusing = (reason: SshRefusal['reason'], message: string) =>
  asking(() => Promise.reject(new SshRefusal(reason, message)))

afterEach(() => {
  vi.useRealTimers()
})

test('settings are read, with complaints of sshd among them', async () => {
  const output =
    '/etc/ssh/sshd_config line 5: Deprecated option\nauthorizedkeysfile /srv/%u .ssh/keys\nstrictmodes no\n'
  expect(await answering({ code: 0, output })).toMatchObject({
    settings: { keyFiles: ['/srv/%u', '.ssh/keys'], isStrict: false, forcedCommand: undefined },
  })
})

test('a missing right is called that, and not a failure', async () => {
  expect((await answering(undefined)).unasked).toBe('sshd -T requires root, and carol is not root and cannot use sudo')
})

test('a refused sudo is told in the words of the host', async () => {
  const text = 'sudo on web-1 does not allow a shell as root for carol'
  expect((await refusing('not-permitted', text)).unasked).toBe(`sshd -T was not run: ${text}`)
  const wrong = 'sudo on web-1 did not accept the password of carol'
  expect((await refusing('wrong-credentials', wrong)).unasked).toBe(`sshd -T was not run: ${wrong}`)
})

test('a host without sshd at the usual places says where it was looked for', async () => {
  expect((await answering({ code: 127, output: '' })).unasked).toBe(
    'no sshd is where it is usually installed (/usr/sbin/sshd, /usr/local/sbin/sshd, /sbin/sshd, /usr/bin/sshd)',
  )
})

test('a server that refuses is told with its exit code and its last words', async () => {
  const output = 'first\n/etc/ssh/sshd_config: line 7: Bad configuration option: Foo\r\n'
  expect((await answering({ code: 255, output })).unasked).toBe(
    'sshd -T ended with exit code 255: /etc/ssh/sshd_config: line 7: Bad configuration option: Foo',
  )
  expect((await answering({ code: null, output: '' })).unasked).toBe('sshd -T ended with a signal')
  expect((await answering({ code: 0, output: 'Welcome to web-1' })).unasked).toBe(
    'the host answered sshd -T with something else than settings: Welcome to web-1',
  )
})

test('a server that never answers costs ten seconds, and is called slow', async () => {
  vi.useFakeTimers()
  const answer = asking(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await answer).unasked).toBe('sshd -T did not finish in 10 s')
})

test('a user name that sshd would read as two parts is not put to it', async () => {
  const run = vi.fn<() => Promise<Answer>>()
  expect((await asking(run, 'a,addr=1.2.3.4')).unasked).toBe('sshd -T does not accept user names with a comma')
  expect(run).not.toHaveBeenCalled()
})

test('a lost connection ends the work, and is no statement about sshd', async () => {
  await expect(refusing('disconnected', 'The connection to web-1 ended')).rejects.toThrow('ended')
})
