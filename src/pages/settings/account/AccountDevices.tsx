import { useQuery } from '@tanstack/react-query'
import { change, useAttempt } from '#api/change.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { forgetRememberedDevice, type listRememberedDevices } from '#contract/console/account.ts'
import type { Output } from '#contract/endpoint.ts'
import { Refused } from '#pages/settings/Refused.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { browserName } from './account-browser.ts'
import { rememberedDevicesQuery } from './account-queries.ts'
import classes from './Account.module.css'

/** Remembered browsers, which need no one-time code. */
export function AccountDevices() {
  const { data, error, refetch } = useQuery(rememberedDevicesQuery)
  const { problem, pending, attempt } = useAttempt()
  const devices = data?.devices ?? []
  const forgetAll = () => attempt(async () => void (await change(forgetRememberedDevice, {})))
  return (
    <Panel
      title="Remembered devices"
      actions={
        devices.length > 1 && (
          <Button variant="default" size="xs" loading={pending} onClick={forgetAll}>
            Forget all
          </Button>
        )
      }
    >
      <Refused problem={problem} />
      {!data && <QueryState error={error} refetch={refetch} waiting lines={3} />}
      {data && devices.length === 0 && (
        <Text size="sm" c="dimmed">
          None. Select “Remember this device” when you enter a one-time code. Sign-in then requires only the password.
        </Text>
      )}
      {devices.length > 0 && (
        <ul className={classes.list}>
          {devices.map((device) => (
            <DeviceItem key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DeviceItem({ device }: { device: Output<typeof listRememberedDevices>['devices'][number] }) {
  const { id, current, rememberedAt, usedAt, expiresAt, agent } = device
  const { problem, pending, attempt } = useAttempt()
  const name = browserName(agent)
  const forget = () => attempt(async () => void (await change(forgetRememberedDevice, { id })))
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.name}>
          {name}
          {current && <StatusBadge tone="ok">This browser</StatusBadge>}
        </div>
        <div className={classes.facts}>
          Remembered <Moment at={new Date(rememberedAt)} />, last used <Moment at={new Date(usedAt)} />, until{' '}
          <Moment at={new Date(expiresAt)} />.
        </div>
        <Refused problem={problem} />
      </div>
      <Button variant="default" size="xs" loading={pending} aria-label={`Forget ${name}`} onClick={forget}>
        Forget
      </Button>
    </li>
  )
}
