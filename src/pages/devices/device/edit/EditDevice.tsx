import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#pages/devices/value-text.ts'
import { DateField } from '#ui/form/DateField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { changesOf, dates, type DeviceForm, deviceForm, formOf, texts } from './device-form.ts'
import classes from './EditDevice.module.css'

/** The reference names the field and leaves its numbers open; these are the ones that commands are decided by. */
const ownership = [
  { value: '1', label: 'Corporate (1)' },
  { value: '2', label: 'Personal (2)' },
]
const administration = ['asset_tag', 'asset_owner', 'office', 'description'] as const
const purchase = ['purchase_order_number', 'purchase_price', 'purchase_type'] as const
const warranty = ['warranty_number', 'warranty_type'] as const

/** What an administrator keeps about a device. Only what was changed is sent. */
export function EditDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const before = formOf(device)
  const save = async (entered: DeviceForm) => {
    const changes = changesOf(device, entered)
    if (Object.keys(changes).length > 0) {
      await change(updateDevice, { device_id: textOf(device.device_id), ...changes })
    }
  }
  const text = (name: keyof typeof texts) => (
    <TextField key={name} name={name} label={texts[name]} defaultValue={before[name]} />
  )
  const date = (name: keyof typeof dates) => (
    <DateField key={name} name={name} label={dates[name]} defaultValue={before[name]} />
  )
  return (
    <FormDialog title={`Edit ${nameOf(device)}`} action="Save" schema={deviceForm} send={save} onClose={onClose}>
      <TextField name="name" label="Name" autoFocus defaultValue={before.name} />
      <div className={classes.fields}>
        <SelectField
          name="owned_by"
          label="Ownership"
          defaultValue={before.owned_by}
          options={before.owned_by === '' ? [{ value: '', label: 'Unknown' }, ...ownership] : ownership}
        />
        {administration.map(text)}
        {date('purchase_date')}
        {purchase.map(text)}
        {date('warranty_expiration_date')}
        {warranty.map(text)}
      </div>
    </FormDialog>
  )
}
