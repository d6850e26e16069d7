import { useState } from 'react'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { notReported } from '#components/offered/not-reported.ts'
import { scanHostKeys } from '#contract/keys/host-keys.ts'
import { instantOf } from '#contract/time.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { CheckHostKeys } from './CheckHostKeys.tsx'
import { type HostKeys, trustText } from './host-identity.ts'
import { KeyChange } from './KeyChange.tsx'

type Props = {
  name: string
  /** Null if the server does not report host keys; undefined while loading. */
  known: HostKeys | null | undefined
}

/** Trusted host keys, and issues with them. */
export function HostIdentity({ name, known }: Props) {
  const [done, setDone] = useState<string>()
  const trusted = known?.HostKeys ?? []
  const change = known?.Change?.Known ? known.Change : undefined
  return (
    <Panel
      title="Identity"
      actions={
        known && (
          <ActionButton
            endpoint={scanHostKeys}
            size="xs"
            variant={change || trusted.length === 0 ? 'filled' : 'default'}
            renderDialog={(close) => {
              const onDone = (text: string) => {
                setDone(text)
                close()
              }
              return <CheckHostKeys name={name} trusted={trusted} onDone={onDone} onClose={close} />
            }}
          >
            Check host keys
          </ActionButton>
        )
      }
    >
      <Stack gap="sm">
        {done && !change && <Notice tone="ok" title={done} urgent />}
        {known === null && <Text size="sm">{notReported} the host’s keys.</Text>}
        {change && (
          <Notice tone="bad" title="Host key changed: connections to this host are blocked">
            <Stack gap="xs">
              <KeyChange type={change.Type} known={change.Known} seen={change.Seen || undefined} />
              <span>
                Seen <Moment at={instantOf(change.SeenTime)} raw={change.SeenTime} />. Choose “Check host keys” to
                accept the new key, or to see whether the known key is back.
              </span>
            </Stack>
          </Notice>
        )}
        {known && trusted.length === 0 && (
          <Notice tone="warn" title="Not verified yet">
            <span>No credentials are sent to the host until its keys are verified.</span>
          </Notice>
        )}
        {trusted.length > 0 && (
          <Properties
            bare
            columns={1}
            items={trusted.map((key) => ({
              label: key.Type || 'Host key',
              value: <code>{key.Fingerprint}</code>,
              copy: key.Fingerprint || undefined,
              note: trustText(key),
            }))}
          />
        )}
        {trusted.some(({ TrustedHow }) => TrustedHow === 'first-use') && !change && (
          <Notice tone="info" title="Trusted on first use">
            <span>The marked keys were not verified. Choose “Check host keys” to verify them.</span>
          </Notice>
        )}
      </Stack>
    </Panel>
  )
}
