import { createRoot } from 'react-dom/client';
import './ui/styles';
import { App } from './app/app';
import { restoreTheme } from './app/top-bar';

restoreTheme();
createRoot(document.getElementById('root')!).render(<App />);
