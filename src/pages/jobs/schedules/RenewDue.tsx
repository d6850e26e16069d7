import { useState } from 'react'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { renewalDays, renewCertificate, defaultRenewalDays } from '#contract/keys/jobs/renewal-job.ts'
import { SelectField } from '#ui/form/SelectField.tsx'

const options = renewalDays.map((days) => ({ value: String(days), label: `${days} days` }))

/** Settings for automatic renewal: days before expiration, and the times of the check. */
export function RenewDue() {
  const [withinDays, setWithinDays] = useState(String(defaultRenewalDays))
  const title = `Renew certificates that expire within ${withinDays} days`
  const order = { endpoint: renewCertificate, title, input: { withinDays }, items: [] }
  return (
    <>
      <SelectField
        name="within"
        label="Expire within"
        value={withinDays}
        options={options}
        onChange={({ currentTarget }) => setWithinDays(currentTarget.value)}
      />
      <ActionButton
        variant="filled"
        renderDialog={(close) => <PlanDialog order={order} target="due-certificates" onClose={close} />}
      >
        Schedule…
      </ActionButton>
    </>
  )
}
