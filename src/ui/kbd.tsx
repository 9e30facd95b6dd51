import './kbd.css';

/** A key or a chord, one box each: `<Kbd keys={['⌘', 'K']} />`. */
export const Kbd = ({ keys }: { readonly keys: readonly string[] }) => (
  <kbd className="kbd">
    {keys.map((key) => (
      <span key={key}>{key}</span>
    ))}
  </kbd>
);
