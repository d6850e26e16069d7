/**
 * SSH key jobs on many accounts: deploy and test, remove, or replace a key. An item is an account, identified by its
 * own input; the key is common input.
 */
import { composite, type Step } from '#contract/jobs/composite.ts'
import type { Follow, Sent, ItemOutcome, Touched } from '#contract/endpoint.ts'
import { type Json, type JsonObject, textOfJson } from '#contract/json.ts'
import { accountOf } from '#contract/keys/rules/hosts/ssh-account.ts'
import { testSshKey } from '#contract/keys/ssh-resources.ts'
import { associateKey, dissociateKey, listSshKeysOfUser } from '#contract/keys/ssh.ts'

const account = ({ resourceName = '', userName = '' }: JsonObject) => ({ resourceName, userName })
const withKey = (given: JsonObject) => ({ keyName: given.keyName ?? '', ...account(given) })
/** The key to be replaced. */
const withFormerKey = (given: JsonObject) => ({ keyName: given.formerKey ?? '', ...account(given) })

/** Follow-up check: whether the host lists a key for the account. */
const listed = (keyOf: (input: JsonObject) => Json | undefined, isWanted: boolean): Follow => ({
  endpoint: listSshKeysOfUser,
  input: ([subject = '']) => accountOf(subject) ?? { resourceName: '', userName: '' },
  told: (names: readonly string[], { input }: Sent): ItemOutcome | undefined =>
    names.includes(textOfJson(keyOf(input))) === isWanted ? { outcome: 'done' } : undefined,
  isListedAtOnce: true,
})

/** An unreachable host is left unchanged. */
const reached: Step = { endpoint: listSshKeysOfUser, input: account, answered: () => ({ outcome: 'done' }) }

const added: Step = {
  endpoint: associateKey,
  input: withKey,
  when: ({ isDeployed }) => isDeployed !== true,
  follow: listed(({ keyName }) => keyName, true),
}

/** The host accepted a sign-in with the key, or, on servers that do not test sign-ins, lists the key. */
const proven: Step = {
  endpoint: testSshKey,
  input: withKey,
  isRepeatable: true,
  answered: ({ Outcome, OutcomeText }: { Outcome?: string; OutcomeText?: string }): ItemOutcome =>
    Outcome === 'opens'
      ? { outcome: 'done', remark: 'Sign-in with the key succeeded' }
      : { outcome: 'failed', remark: OutcomeText ?? 'No sign-in with the key could be tried' },
  orElse: {
    endpoint: listSshKeysOfUser,
    input: account,
    answered: (names: readonly string[], { keyName }): ItemOutcome =>
      names.includes(textOfJson(keyName))
        ? { outcome: 'done', remark: 'Listed by the server, sign-in not tested' }
        : { outcome: 'failed', remark: `“${textOfJson(keyName)}” was not found on the host` },
  },
}

const removed = (input: Step['input'], name: 'keyName' | 'formerKey'): Step => ({
  endpoint: dissociateKey,
  input,
  answered: ({ message }: { message: string }): ItemOutcome => ({ outcome: 'done', remark: message }),
  follow: listed((given) => given[name], false),
})

/** Keys and host whose pages show the job. */
const touches = ({ keyName, formerKey, resourceName }: JsonObject): Touched[] => [
  ...[keyName, formerKey].flatMap((name): Touched[] => (name ? [{ kind: 'ssh-key', subject: textOfJson(name) }] : [])),
  { kind: 'host', subject: textOfJson(resourceName) },
]

export const deployKey = composite({
  id: 'keys.deployKey',
  permission: associateKey.permission,
  job: { kind: 'ssh-account', touches, steps: [reached, added, proven] },
})

export const removeKey = composite({
  id: 'keys.removeKey',
  permission: dissociateKey.permission,
  job: { kind: 'ssh-account', touches, steps: [removed(withKey, 'keyName')] },
})

/** Removes the old key only after the new one was tested again. */
export const replaceKey = composite({
  id: 'keys.replaceKey',
  permission: dissociateKey.permission,
  job: {
    kind: 'ssh-account',
    touches,
    steps: [proven, removed(withFormerKey, 'formerKey')],
    concurrency: 1,
    isCareful: true,
  },
})
