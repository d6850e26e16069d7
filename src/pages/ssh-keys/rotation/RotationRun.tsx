import { useQuery } from '@tanstack/react-query'
import { useOffers } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { testSshKey } from '#contract/keys/ssh-resources.ts'
import { associateKey, dissociateKey } from '#contract/keys/ssh.ts'
import { isDone } from '#components/bulk/each-item.ts'
import { RunProgress } from '#components/bulk/RunProgress.tsx'
import { associationsOf } from '#pages/ssh-keys/associations.ts'
import { idOf } from '#pages/ssh-keys/run/account.ts'
import { inProgress, useRun } from '#pages/ssh-keys/run/use-run.ts'
import { countOf, UnreadAccounts } from '#pages/ssh-keys/UnreadAccounts.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { addEverywhere, removeEverywhere, type Step, stepsOf } from './rotation.ts'
import { RotationTable } from './RotationTable.tsx'

const awaitsHosts = 'Available after the new key was tested on all hosts.'

const notDeployed = (isWhole: boolean) =>
  isWhole ? 'The key is not deployed to any account.' : 'None of the accounts that were read has the key.'

const readyText = (isTested: boolean, isWhole: boolean) =>
  isTested
    ? `A sign-in with the new key succeeded on all hosts${isWhole ? '' : ' that were read'}.`
    : `All hosts ${isWhole ? '' : 'that were read '}list the new key. This server does not test a sign-in: do so yourself before you continue.`

/** Adds the new key everywhere, then takes the old one away where the host was seen to have the new one. */
export function RotationRun({ former, next }: { former: string; next: string }) {
  const { data, error, refetch } = useQuery(associationsOf({ keys: [former, next] }))
  const run = useRun()
  const { outcomes, running } = run
  const offersTest = useOffers(testSshKey)
  if (!data) return <QueryState error={error} refetch={refetch} waiting />

  const steps = stepsOf(data.rows, former, next)
  const isSeen = (step: Step) => isDone(outcomes.get(idOf(step)))
  const waiting = steps.filter(({ stage }) => stage === 'both')
  const isReady = steps.every(({ stage }) => stage !== 'old') && waiting.every(isSeen) && waiting.length > 0
  const isOver = steps.length > 0 && steps.every(({ stage }) => stage === 'new')
  // What was not read may have the old key: nothing is said of all accounts then.
  const isWhole = data.unread.length === 0
  return (
    <>
      <UnreadAccounts unread={data.unread} />
      <Panel
        title="2. Deploy the new key"
        actions={
          !isOver && (
            <ActionButton
              endpoint={associateKey}
              size="xs"
              variant={isReady ? 'default' : 'filled'}
              reason={steps.length === 0 && notDeployed(isWhole)}
              loading={running !== undefined}
              onClick={() => void run.run(steps.length, (watch) => addEverywhere(steps, next, watch))}
            >
              Deploy new key and verify
            </ActionButton>
          )
        }
      >
        <Stack gap="sm">
          <Text size="sm">
            “{next}” is added to authorized_keys of each account that has “{former}”, and a sign-in with it is tested.
            The old key is kept for now, so no access is lost.
          </Text>
          <RunProgress label="Rotation" run={run} many="accounts" />
          <RotationTable steps={steps} outcomes={outcomes} former={former} next={next} />
        </Stack>
      </Panel>
      <Panel
        title="3. Remove the old key"
        actions={
          !isOver && (
            <ActionButton
              variant="filled"
              endpoint={dissociateKey}
              size="xs"
              color="red.9"
              reason={running ? inProgress : !isReady && awaitsHosts}
              renderDialog={(close) => (
                <Confirm
                  title={`Remove “${former}” from ${waiting.length === 1 ? '1 account' : `${waiting.length} accounts`}?`}
                  action="Remove"
                  typed={former}
                  onConfirm={() => run.run(waiting.length, (watch) => removeEverywhere(steps, { former, next }, watch))}
                  onClose={close}
                >
                  “{next}” is tested on each host again before “{former}” is removed. The process stops at the first
                  failure and can be resumed.
                </Confirm>
              )}
            >
              Remove the old key
            </ActionButton>
          )
        }
      >
        {isOver && !isWhole ? (
          <Notice tone="warn" title={`“${next}” has replaced “${former}” on the accounts that were read`}>
            <span>{countOf(data.unread.length)} may still have the old key. Read them above before you delete it.</span>
          </Notice>
        ) : isOver ? (
          <Notice tone="ok" title={`Rotation complete: “${next}” has replaced “${former}” on all accounts`} urgent>
            <span>The old key is still stored. Delete it on its page when it is no longer needed.</span>
          </Notice>
        ) : (
          <Text size="sm">{isReady ? readyText(offersTest, isWhole) : awaitsHosts}</Text>
        )}
      </Panel>
    </>
  )
}
