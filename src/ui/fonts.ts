// The packages' own style sheets carry unicode-range subsets, so a browser fetches only the scripts a page uses.
import '@fontsource-variable/hanken-grotesk';
import '@fontsource-variable/geist-mono';
