import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { associateKey, dissociateKey } from '#contract/keys/ssh.ts'
import { everyAssociation } from '#pages/ssh-keys/queries.ts'
import { idOf, isDone } from '#pages/ssh-keys/run/each-account.ts'
import { RunProgress } from '#pages/ssh-keys/run/RunProgress.tsx'
import { inProgress, useRun } from '#pages/ssh-keys/run/use-run.ts'
import { UnreadAccounts } from '#pages/ssh-keys/UnreadAccounts.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { addEverywhere, removeEverywhere, type Step, stepsOf } from './rotation.ts'
import { RotationTable } from './RotationTable.tsx'

const awaitsHosts = 'Available after all hosts have confirmed the new key.'

/** Adds the new key everywhere, then takes the old one away where the host was seen to have the new one. */
export function RotationRun({ former, next }: { former: string; next: string }) {
  const { data, error, refetch } = useQuery(everyAssociation)
  const run = useRun()
  const { outcomes, running } = run
  if (!data) return <QueryState error={error} refetch={refetch} waiting />

  const steps = stepsOf(data.rows, former, next)
  const isSeen = (step: Step) => isDone(outcomes.get(idOf(step)))
  const waiting = steps.filter(({ stage }) => stage === 'both')
  const isReady = steps.every(({ stage }) => stage !== 'old') && waiting.every(isSeen) && waiting.length > 0
  const isOver = steps.length > 0 && steps.every(({ stage }) => stage === 'new')
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
              reason={steps.length === 0 && 'The key is not deployed to any account.'}
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
            “{next}” is added to authorized_keys of each account that has “{former}”, and each host is checked. The old
            key is kept for now, so no access is lost.
          </Text>
          <RunProgress label="Rotation" run={run} />
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
                  Each host is checked for “{next}” again before “{former}” is removed. The process stops at the first
                  failure and can be resumed.
                </Confirm>
              )}
            >
              Remove the old key
            </ActionButton>
          )
        }
      >
        {isOver ? (
          <Notice tone="ok" title={`Rotation complete: “${next}” has replaced “${former}” on all accounts`} urgent>
            <span>The old key is still stored. Delete it on its page when it is no longer needed.</span>
          </Notice>
        ) : (
          <Text size="sm">
            {isReady ? 'All hosts confirmed the new key. Test a sign-in with it before you continue.' : awaitsHosts}
          </Text>
        )}
      </Panel>
    </>
  )
}
