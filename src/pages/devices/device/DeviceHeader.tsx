import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Device } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { platformOf, userOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#pages/devices/field-value.ts'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { IconMapPin, IconTrash } from '#ui/theme/icons.ts'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './DeviceHeader.module.css'
import { StatusBadges } from './StatusBadges.tsx'

/** What somebody on the phone asks first: whose it is, what it is, how it is doing. */
export function DeviceHeader({ device }: { device: Device }) {
  const user = userOf(device)
  const others = user.email ?? user.name
  return (
    <section aria-label="Device summary" className={classes.header}>
      <div className={classes.badges}>
        <StatusBadges device={device} />
        <span>
          Last contact <Moment at={instantOf(device.last_contact_time)} raw={textOf(device.last_contact_time)} />
        </span>
      </div>
      <dl className={classes.facts}>
        <Fact label="User">
          {user.name ?? '–'}
          {others && (
            <Anchor component={Link} to={devicesOf(others)}>
              All devices for this user
            </Anchor>
          )}
        </Fact>
        <Fact label="Platform">{platformOf(device) || '–'}</Fact>
        <Fact label="Model">{textOf(device.model ?? device.model_name ?? device.product_name) || '–'}</Fact>
        <Fact label="Serial number" copy={textOf(device.serial_number)} />
        <Fact label="IMEI" copy={textOf(device.imei)} />
      </dl>
      {device.is_lost_mode_enabled === true && (
        <p className={classes.banner} data-tone="bad">
          <IconMapPin size={18} aria-hidden />
          <span>
            <strong>This device is in lost mode.</strong> {textOf(device.audit_message)}
          </span>
        </p>
      )}
      {device.is_removed === true && (
        <p className={classes.banner} data-tone="muted">
          <IconTrash size={18} aria-hidden />
          <span>
            <strong>This device is no longer managed.</strong> The data shown is from its last contact.
          </span>
        </p>
      )}
    </section>
  )
}

const devicesOf = (user: string) => `${paths.devices}?${new URLSearchParams({ search: user.slice(0, 200) })}`

function Fact({ label, copy, children }: { label: string; copy?: string; children?: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {children ?? (copy ? <code>{copy}</code> : '–')}
        {copy && <CopyButton value={copy} label={`Copy ${label}`} />}
      </dd>
    </div>
  )
}
