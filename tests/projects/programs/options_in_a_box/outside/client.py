from training import train

train('{"rate": 0.1, "steps": 3, "weight": "eval:1 / 2"}', {"steps": 4})
