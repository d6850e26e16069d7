import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { prefetch, query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { readNotifications, sendTestMail, setNotifications } from '#contract/console/notifications.ts'
import { listNoticeRules } from '#contract/console/notice-rules.ts'
import type { Output } from '#contract/endpoint.ts'
import { Facts } from '#pages/settings/Facts.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { EventRules } from './EventRules.tsx'
import { Notices } from './Notices.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { Webhooks } from './Webhooks.tsx'

const rulesQuery = query(readNotifications, {})
type State = Output<typeof readNotifications>

export const loader = () => prefetch(rulesQuery)

export function Component() {
  const may = useMay()
  const ofCertificates = may(readNotifications.permission)
  const ofEvents = may(listNoticeRules.permission)
  return ofCertificates || ofEvents ? (
    <Stack gap="md">
      {ofCertificates && <CertificateRule />}
      {ofEvents && <EventRules />}
      {ofCertificates && <Webhooks />}
      <Notices />
    </Stack>
  ) : (
    <Text size="sm" c="dimmed">
      Viewing notifications requires {readNotifications.permission} or {listNoticeRules.permission}.
    </Text>
  )
}

function CertificateRule() {
  const { data, error, refetch } = useQuery(rulesQuery)
  if (!data) return <QueryState error={error} refetch={refetch} waiting />
  return (
    <>
      <Lacking state={data} />
      <Rule state={data} />
    </>
  )
}

/** Why no notifications are sent, and how to fix it. */
function Lacking({ state: { mail, look, rule } }: { state: State }) {
  return (
    <>
      {mail === 'none' && (
        <Notice tone="warn" title="No mail server is configured">
          <span>
            Set <code>TRIPTYCH_SMTP_URL</code> and <code>TRIPTYCH_MAIL_FROM</code>, then restart the console. Until
            then, email is queued.
          </span>
        </Notice>
      )}
      {mail === 'mailbox' && (
        <Notice tone="info" title="Email is delivered to the lab mailbox">
          <span>
            To send email, set <code>TRIPTYCH_SMTP_URL</code>.
          </span>
        </Notice>
      )}
      {rule.isOn && look.state === 'no-server' && (
        <Notice tone="warn" title="This site has no key management">
          <span>There are no certificates to check.</span>
        </Notice>
      )}
      {rule.isOn && look.state === 'no-credential' && (
        <Notice tone="warn" title="The console has no API key of key management">
          <span>
            Certificates are checked in the background, which requires an API key. Enter one under Settings, API keys.
          </span>
        </Notice>
      )}
      {rule.isOn && look.state === 'failed' && (
        <Notice tone="bad" title="The certificates could not be checked">
          <span>{look.message} The check is repeated.</span>
        </Notice>
      )}
    </>
  )
}

function Rule({ state: { rule, look } }: { state: State }) {
  const [tested, setTested] = useState(false)
  return (
    <Panel
      title="A certificate expires"
      aside={<StatusBadge tone={rule.isOn ? 'ok' : 'muted'}>{rule.isOn ? 'On' : 'Off'}</StatusBadge>}
      actions={
        <Group gap="xs">
          <ActionButton
            endpoint={sendTestMail}
            size="xs"
            variant="default"
            renderDialog={(close) => <TestDialog onSent={() => setTested(true)} onClose={close} />}
          >
            Send test email
          </ActionButton>
          <ActionButton
            endpoint={setNotifications}
            size="xs"
            renderDialog={(close) => <RuleDialog rule={rule} onClose={close} />}
          >
            Edit rule
          </ActionButton>
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        Sent by email and webhook until a newer certificate is served, or exists if no host is known to serve it.
      </Text>
      <Facts
        items={[
          { label: 'Days before expiry', value: rule.days.join(', ') },
          {
            label: 'Recipients',
            value: ['The expiry notification email of the certificate', ...rule.recipients].join(', '),
          },
          {
            label: 'Last check',
            value: look.at === undefined ? 'Never' : <LastCheck at={look.at} look={look} />,
          },
          ...(rule.changedAt === undefined
            ? []
            : [
                {
                  label: 'Changed',
                  value: (
                    <>
                      <Moment at={new Date(rule.changedAt)} /> by {rule.by}
                    </>
                  ),
                },
              ]),
        ]}
      />
      {tested && (
        <Notice tone="ok" title="Test email sent" urgent>
          <span>If it does not arrive, see the log of the mail server.</span>
        </Notice>
      )}
    </Panel>
  )
}

const LastCheck = ({ at, look }: { at: number; look: State['look'] }) => (
  <>
    <Moment at={new Date(at)} />
    {look.state === 'done' && `, ${look.expiring} expiring`}
  </>
)

function TestDialog({ onSent, onClose }: { onSent: () => void; onClose: () => void }) {
  return (
    <FormDialog
      title="Send test email"
      action="Send"
      schema={sendTestMail.input}
      send={(values) => change(sendTestMail, values)}
      onSent={() => {
        onSent()
        onClose()
      }}
      onClose={onClose}
    >
      <TextField name="to" label="Recipient" autoFocus />
    </FormDialog>
  )
}
