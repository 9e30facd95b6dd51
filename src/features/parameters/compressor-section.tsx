import { COMPRESSOR, type Lane } from '../../core/lane';
import { paramSpecs } from '../../core/params';
import { compressorChoices, compressorForm, setCompressor } from '../../state/lanes';
import { useApp } from '../../state/react';
import { Select } from '../../ui/select';
import { ParamForm } from './param-form';

const NONE = '';

/** A second strategy that compresses what the lane's own one keeps; nothing where none may follow. */
export const CompressorSection = ({ lane }: { readonly lane: Lane }) => {
  const { workspace } = useApp();
  const choices = compressorChoices(lane);
  if (choices.length === 0) return null;
  const form = compressorForm(lane);
  return (
    <div className="parameter-panel__compressor">
      <Select
        label="Then compress"
        options={[
          { value: NONE, label: 'None' },
          ...choices.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={form?.id ?? NONE}
        onChange={(value) => setCompressor(workspace, lane.id, value === NONE ? null : value)}
      />
      {form && (
        <>
          <p className="parameter-panel__docs">{form.docs}</p>
          {paramSpecs(form.schema).length > 0 && (
            <ParamForm
              lane={lane}
              schema={form.schema}
              params={form.params}
              part={COMPRESSOR}
              onChange={(values, gesture) =>
                setCompressor(workspace, lane.id, form.id, { ...form.params, ...values }, gesture)
              }
            />
          )}
        </>
      )}
    </div>
  );
};
