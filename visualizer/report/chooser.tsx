// A choice of one of several, with its label.

interface ChooserProps {
  label: string
  options: readonly (readonly [value: string, text: string])[]
  value: string
  choose(value: string): void
}

export const Chooser = ({ label, options, value, choose }: ChooserProps) => (
  <label className="chooser">
    <span className="dim">{label}</span>
    <select value={value} onChange={(event) => choose(event.target.value)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
