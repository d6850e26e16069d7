import { legendOfField } from '#contract/desktop/status.ts'
import { type StatusField, statusFields } from '#components/desktops/computer-status.ts'
import { Popup } from '#ui/dialog/Popup.tsx'
import { IconInfoCircle } from '#ui/theme/icons.ts'
import { ComputerBadge } from '#components/desktops/ComputerBadge.tsx'
import classes from './StatusLegend.module.css'

const titles = { computer_live_status: 'Live status', installation_status: 'Agent', scan_status: 'Scan' }

/** Meanings of the status numbers. They are undocumented, so their source is stated. */
export function StatusLegend() {
  return (
    <Popup label="Legend" tip="Meaning of status codes" icon={IconInfoCircle} quiet>
      <div className={classes.legend}>
        <p>The meanings of these codes are from vendor documentation and may differ on your server.</p>
        {statusFields.map((field) => (
          <section key={field} aria-label={titles[field]}>
            <strong>{titles[field]}</strong>
            <ul>
              {numbersIn(field).map((value) => (
                <li key={value}>
                  <code>{value}</code>
                  <ComputerBadge field={field} of={[{ [field]: value }]} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p>Other codes are shown as numbers. Their meaning is not defined.</p>
      </div>
    </Popup>
  )
}

const numbersIn = (field: StatusField) =>
  Object.keys(legendOfField[field])
    .map(Number)
    .sort((a, b) => a - b)
